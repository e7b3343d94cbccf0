import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import type { PortalCredentials } from "../client/portalTokens.ts";
import type { SellerClient } from "../client/sellerClient.ts";
import type { JournalEntry } from "./journalEntry.ts";

/** One environment, ready for calls. */
export interface SellerDesk {
  /**
   * Changes with every change of the profile or its credentials; a write prepared under another id
   * is out of date.
   */
  readonly id: string;
  readonly environment: SellerEnvironment;
  readonly client: SellerClient;
  /**
   * For a program that the person starts outside the editor's process; undefined if none were
   * entered.
   */
  credentials(): Promise<Pick<PortalCredentials, "clientId" | "clientSecret"> | undefined>;
}

/** The seller portal as tools use it. Composed once, in the editor's host or in a program. */
export interface SellerAccess {
  /**
   * The environment that the person chose for tools; undefined if none. Cheap: called at each turn.
   */
  desk(): SellerDesk | undefined;
  /** Notifies of a possible change of `desk()`. */
  onDidChange(listener: () => void): Disposable;
  /** Resolves when the entry is stored; a write is not sent before its `sending` entry is. */
  journal(entry: JournalEntry): Promise<void>;
  /** The journal's writes of prices by tools and programs, oldest first: at least those of the last day, as far as they are kept. */
  readonly earlier: () => Promise<readonly JournalEntry[]>;
}

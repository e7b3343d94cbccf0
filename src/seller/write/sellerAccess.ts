import type { Disposable } from "../../shared/lifecycle.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import type { PortalCredentials } from "../client/portalTokens.ts";
import type { SellerClient } from "../client/sellerClient.ts";
import type { JournalEntry } from "./journalEntry.ts";

/** One environment, ready for calls. */
export interface SellerDesk {
  /** Changes whenever anything of the profile or its credentials does: what was prepared with another is stale. */
  readonly id: string;
  readonly environment: SellerEnvironment;
  readonly client: SellerClient;
  /** For a program that the person starts outside the editor's process; undefined if none were entered. */
  credentials(): Promise<Pick<PortalCredentials, "clientId" | "clientSecret"> | undefined>;
}

/** What tools need of the seller portal. Composed once, in the editor's host or in a program. */
export interface SellerAccess {
  /** The environment that the person chose for tools; undefined if none. Cheap: asked for at each turn. */
  desk(): SellerDesk | undefined;
  /** `desk()` may say something else now. */
  onDidChange(listener: () => void): Disposable;
  /** Resolves when the entry is kept; a write is not sent before its `sending` entry is. */
  journal(entry: JournalEntry): Promise<void>;
}

import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { SellerEnvironment } from "../client/environment.ts";
import type { PortalCredentials } from "../client/portalTokens.ts";
import type { SellerClient } from "../client/sellerClient.ts";
import type { JournalEntry } from "./journalEntry.ts";

export interface SellerDesk {
  /** The id changes with the profile or its credentials; a write prepared under another id is out of date. */
  readonly id: string;
  readonly environment: SellerEnvironment;
  readonly client: SellerClient;
  /** For a program outside the editor's process; undefined if no credentials were entered. */
  credentials(): Promise<Pick<PortalCredentials, "clientId" | "clientSecret"> | undefined>;
}

export interface SellerAccess {
  /** The environment for tools. The call is cheap: it happens at each turn. */
  desk(): SellerDesk | undefined;
  onDidChange(listener: () => void): Disposable;
  /** Resolves when the entry is stored. A write waits for its `sending` entry. */
  journal(entry: JournalEntry): Promise<void>;
  /** Oldest first, at least from the last day. */
  readonly earlier: () => Promise<readonly JournalEntry[]>;
}

import type { Disposable } from "../../shared/lifecycle.ts";
import type { LocalHubPort } from "./hubConnection.ts";

/** The hub of this machine, as far as the extension handles it. */
export interface LocalHubControl extends LocalHubPort, Disposable {
  /** Whether it is stopped; false for one that somebody started in a terminal. */
  stop(): Promise<boolean>;
  /** Gives up this window's part in it. */
  release(): Promise<unknown>;
}

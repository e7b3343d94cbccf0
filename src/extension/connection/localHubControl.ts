import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { LocalHubPort } from "./findHub.ts";

/** The operations on a local hub that the extension uses. */
export interface LocalHubControl extends LocalHubPort, Disposable {
  /** For all requests: what goes to a local hub's address waits for its proof. */
  readonly fetch: typeof globalThis.fetch;
  /** True if no local hub runs any more; false for a hub that was started in a terminal. */
  stop(): Promise<boolean>;
  /** Ends this window's lease. */
  release(): Promise<unknown>;
}

import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { LocalHubPort } from "./findHub.ts";

export interface LocalHubControl extends LocalHubPort, Disposable {
  readonly fetch: typeof globalThis.fetch;
  stop(): Promise<boolean>;
  release(): Promise<unknown>;
}

import type { HubConfig } from "../config/hubConfig.ts";
import type { StoreAnswer, StoreCall } from "./storeCalls.ts";

/** The start of a worker, without secrets that only the first process needs. */
export interface WorkerStart {
  readonly config: string;
  /** The same for all processes of this start. */
  readonly nonce: string;
  readonly local: { readonly token: string; readonly tokenId: string } | undefined;
  readonly port: number;
}

/** `ping`: checks the event loop. `forget`: a record changed. */
export type Order = "ping" | "forget" | "metrics" | "health";

export type FromWorker =
  | { readonly kind: "calls"; readonly calls: readonly StoreCall[] }
  | { readonly kind: "done"; readonly id: number; readonly text: string }
  | { readonly kind: "ready" }
  | { readonly kind: "taken" }
  | { readonly kind: "failed"; readonly message: string };

export type ToWorker =
  | { readonly kind: "start"; readonly start: WorkerStart }
  | { readonly kind: "answers"; readonly answers: readonly StoreAnswer[] }
  | { readonly kind: "order"; readonly id: number; readonly order: Order }
  | { readonly kind: "stop"; readonly drainMs: number };

export function configText(config: HubConfig): string {
  return JSON.stringify({
    ...config,
    adminToken: undefined,
    databaseUrl: undefined,
    openId: undefined,
  });
}

export function configOf(text: string): HubConfig {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `configText` of the same program wrote it
  const config = JSON.parse(text) as HubConfig;
  return {
    ...config,
    upstreams: config.upstreams.map((upstream) => ({ ...upstream, url: new URL(upstream.url) })),
  };
}

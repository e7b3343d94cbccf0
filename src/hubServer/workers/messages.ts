import type { HubConfig } from "../config/hubConfig.ts";
import type { StoreAnswer, StoreCall } from "./storeCalls.ts";

/**
 * Of the fields of the configuration a worker gets all but the secrets that only the first process
 * needs. Addresses travel as text.
 */
export interface WorkerStart {
  readonly config: string;
  /** The same for all processes of this start of the hub. */
  readonly nonce: string;
  /** The token of this run, and its identity. */
  readonly local: { readonly token: string; readonly tokenId: string } | undefined;
  /** The hub's port, for clients. */
  readonly port: number;
}

/** `ping`: is its event loop alive? `forget`: a record was changed. `metrics`: its counters as text. */
export type Order = "ping" | "forget" | "metrics";

/** From a worker to the first process. */
export type FromWorker =
  | { readonly kind: "calls"; readonly calls: readonly StoreCall[] }
  | { readonly kind: "done"; readonly id: number; readonly text: string }
  /** It can be given connections. */
  | { readonly kind: "ready" }
  /** It has the connection that it was given. */
  | { readonly kind: "taken" }
  /** It cannot start; the message is for the operator. */
  | { readonly kind: "failed"; readonly message: string };

/** From the first process to a worker. */
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

/** The configuration that another process of the same program has written. */
export function configOf(text: string): HubConfig {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `configText` of the same program wrote it
  const config = JSON.parse(text) as HubConfig;
  return {
    ...config,
    upstreams: config.upstreams.map((upstream) => ({ ...upstream, url: new URL(upstream.url) })),
  };
}

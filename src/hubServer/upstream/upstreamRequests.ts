import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/base/clock.ts";
import type { UpstreamConfig } from "./upstreamConfig.ts";
import { addressOf, callUpstream, type UpstreamAddress } from "./upstreamHttp.ts";
import type { UpstreamModels } from "./upstreamModels.ts";

export interface Outgoing {
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface UpstreamRequestsDeps {
  readonly models: Pick<UpstreamModels, "base" | "root">;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

export class UpstreamRequests {
  readonly #deps: UpstreamRequestsDeps;
  readonly #addresses = new Map<string, UpstreamAddress>();

  constructor(deps: UpstreamRequestsDeps) {
    this.#deps = deps;
  }

  send(
    path: string,
    { body, headers, signal }: Outgoing,
    isUnversioned = false,
  ): Promise<IncomingMessage> {
    const { models, clock, timeoutMs } = this.#deps;
    const start = isUnversioned ? models.root : models.base;
    return callUpstream(
      {
        address: this.#addressOf(start + path),
        method: "POST",
        headers: { ...this.#deps.headers, "content-type": "application/json", ...headers },
        body,
        signal,
        timeoutMs,
      },
      clock,
    );
  }

  #addressOf(text: string): UpstreamAddress {
    const known = this.#addresses.get(text);
    if (known) {
      return known;
    }
    const address = addressOf(new URL(text));
    this.#addresses.set(text, address);
    return address;
  }
}

export function headersOf({ key, format }: UpstreamConfig): Readonly<Record<string, string>> {
  return {
    // Compressed bytes could not be passed on at once.
    "accept-encoding": "identity",
    "user-agent": "ai-hub",
    ...(format === "anthropic" && { "anthropic-version": "2023-06-01" }),
    ...(key !== undefined &&
      (format === "anthropic" ? { "x-api-key": key } : { authorization: `Bearer ${key}` })),
  };
}

import type { BodySink } from "../../shared/base/bodySink.ts";

/** Has no socket, so that tests can call the application directly. */
export interface HubRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** True if a deciding header occurs twice, so that its value is ambiguous. */
  readonly hasRepeatedHeader?: boolean;
  /** May be called again. Rejects with an `ApiError`: 408, 413, 429, 503. Without an owner, at most 1 MB. */
  readonly body: (owner?: BodyOwner) => Promise<Uint8Array>;
  /** Counts answer bytes; throws an `ApiError` (429, 503). */
  readonly hold?: (bytes: number) => void;
  readonly address: string;
  readonly signal: AbortSignal;
}

export interface BodyOwner {
  readonly tokenId: string;
  readonly userId?: string;
}

export interface HubResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamBody;
}

/** Resolving ends the body properly; rejecting cuts the connection. */
export type StreamBody = (sink: BodySink) => Promise<void>;

export const jsonHeaders = { "content-type": "application/json; charset=utf-8" };

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HubResponse {
  return {
    status,
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify(value),
  };
}

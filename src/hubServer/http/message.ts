import type { BodySink } from "../../shared/base/bodySink.ts";

/** A request without sockets, so that tests can call the application directly. */
export interface HubRequest {
  /** Identifies this request in answers and logs. */
  readonly id: string;
  readonly method: string;
  /** Percent-encoded, without the query; an API path has no superfluous slashes. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** All headers as received, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if a header that affects a decision was repeated, so that its value is ambiguous. */
  readonly hasRepeatedHeader?: boolean;
  /**
   * The whole body; may be called again. Rejects with an `ApiError`: 413 (too large), 408
   * (stalled), 429 or 503 (no memory for the owner or the hub). Without an owner, at most 1 MB.
   */
  readonly body: (owner?: BodyOwner) => Promise<Uint8Array>;
  /**
   * Counts answer bytes until they are read; throws an `ApiError` (429, 503) if they do not fit.
   * Absent if nothing is counted.
   */
  readonly hold?: (bytes: number) => void;
  /** Network address of the sender or of its proxy. */
  readonly address: string;
  /** Aborted when the client disconnects. */
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

/** Writes a body in pieces. Resolving ends it properly; rejecting cuts the connection. */
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

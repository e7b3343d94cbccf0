import type { BodySink } from "../../shared/bodySink.ts";

/**
 * A request as the hub's application sees it, without sockets, so that tests can call it directly.
 */
export interface HubRequest {
  /** Identifies this request in answers and logs. */
  readonly id: string;
  readonly method: string;
  /** Still percent-encoded, without the query string; a path of the API without superfluous slashes. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** All headers as received, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a header that affects a decision came more than once: it is unclear which counts. */
  readonly hasRepeatedHeader?: boolean;
  /** The whole body; rejects with an `ApiError` (413) above the limit. May be called again. */
  readonly body: () => Promise<Uint8Array>;
  /** Network address of the sender, or of the proxy if there is one. */
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
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

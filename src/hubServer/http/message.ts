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
  /**
   * The whole body; rejects with an `ApiError` if it is too large (413) or stalls (408), or if it does
   * not fit into the memory of its owner (429) or of the hub (503). Without an owner it is at most 1 MB.
   * May be called again.
   */
  readonly body: (owner?: BodyOwner) => Promise<Uint8Array>;
  /**
   * Counts bytes of the answer until it has been read; throws an `ApiError` (429, 503) if they do not
   * fit. Absent where nothing is counted.
   */
  readonly hold?: (bytes: number) => void;
  /** Network address of the sender, or of the proxy if there is one. */
  readonly address: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Whose memory a body takes. */
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

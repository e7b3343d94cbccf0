/**
 * A request as the sandbox sees it, free of sockets. The hub's own requests have this shape too, so that the hub can
 * mount the sandbox without either of the two importing the other.
 */
export interface SellerRequest {
  /** Names this request in answers and logs. */
  readonly id: string;
  readonly method: string;
  /** Still percent-encoded, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** The whole body; rejects with an error whose `status` is 413 beyond the server's limit. May be called again. */
  readonly body: () => Promise<Uint8Array>;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

export interface SellerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamBody;
}

export type SellerApp = (request: SellerRequest) => Promise<SellerResponse>;

/** Writes a body piece by piece. Resolving ends it in order; rejecting cuts the connection. */
type StreamBody = (sink: BodySink) => Promise<void>;

export interface BodySink {
  /** Sends at once. False asks the writer to wait for `drained` before it writes more. */
  readonly write: (chunk: Uint8Array | string) => boolean;
  readonly drained: () => Promise<void>;
}

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SellerResponse {
  return jsonTextResponse(status, JSON.stringify(value), headers);
}

/** For JSON that the database has written already. */
export function jsonTextResponse(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): SellerResponse {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
    body,
  };
}

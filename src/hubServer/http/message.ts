/** A request as the hub's application sees it, free of sockets, so that tests can call it directly. */
export interface HubRequest {
  /** Names this request in answers and logs. */
  readonly id: string;
  readonly method: string;
  /** Still percent-encoded, without the query string. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Value of a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** All headers as given, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a header that decides something came more than once: nobody can say which counts. */
  readonly hasRepeatedHeader?: boolean;
  /** The whole body; rejects with an `ApiError` (413) beyond the limit. May be called again. */
  readonly body: () => Promise<Uint8Array>;
  /** Network address of who sent it: of the proxy, where there is one. */
  readonly address: string;
  /** Aborted when the client has left. */
  readonly signal: AbortSignal;
}

export interface HubResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamBody;
}

/** Writes a body piece by piece. Resolving ends it in order; rejecting cuts the connection. */
export type StreamBody = (sink: BodySink) => Promise<void>;

export interface BodySink {
  /** Sends at once. False asks the writer to wait for `drained` before it writes more. */
  readonly write: (chunk: Uint8Array | string) => boolean;
  readonly drained: () => Promise<void>;
}

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HubResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

import type { BodySink } from "../../shared/base/bodySink.ts";

/** The hub's requests have the same shape, so the hub can mount the sandbox without an import between the two. */
export interface SellerRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** Rejects with an error of `status` 413 beyond the server's limit. May be called again. */
  readonly body: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

export interface SellerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamBody;
}

export type SellerApp = (request: SellerRequest) => Promise<SellerResponse>;

/** When the promise resolves, the body ends; if it rejects, the connection is cut. */
type StreamBody = (sink: BodySink) => Promise<void>;

export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SellerResponse {
  return jsonTextResponse(status, JSON.stringify(value), headers);
}

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

import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";

import { timeLimits } from "../../shared/timeLimits.ts";
import { ApiError } from "./apiError.ts";
import { apiPathOf } from "./apiPath.ts";
import { ChunkedBody } from "./chunkedBody.ts";
import { endWith } from "./endWith.ts";
import type { HubRequest, HubResponse } from "./message.ts";
import { joinBytes } from "./sharedBytes.ts";

export type HubApp = (request: HubRequest) => Promise<HubResponse>;

/** Claude Code and other clients send up to 32 MB. */
const maxBodyBytes = 32 * 1024 * 1024;

/** Longest times that a slow sender may hold a connection, in milliseconds. */
export interface ServerTimes {
  readonly headers: number;
  readonly request: number;
  /** Time between checks for slow connections. */
  readonly check: number;
}

const defaultTimes: ServerTimes = { headers: 10_000, request: 120_000, check: 2_000 };

/** Serves the application over HTTP/1.1. The caller listens and closes. */
export function createNodeServer(
  app: HubApp,
  onError: (error: unknown) => void,
  times: ServerTimes = defaultTimes,
): Server {
  const server = createServer(
    {
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.check,
      keepAliveTimeout: timeLimits.hub.idleConnection,
    },
    (incoming, outgoing) => {
      void serve(app, incoming, outgoing).catch((error: unknown) => {
        outgoing.destroy();
        onError(error);
      });
    },
  );
  server.on("clientError", answerBrokenRequest);
  return server;
}

async function serve(
  app: HubApp,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) {
      left.abort();
    }
  });
  const { status, headers, body } = await app(toHubRequest(incoming, left.signal));
  if (outgoing.destroyed) {
    return;
  }
  if (typeof body !== "function") {
    outgoing.writeHead(status, headerLines(headers, Buffer.byteLength(body)));
    endWith(outgoing, incoming.method === "HEAD" ? undefined : body);
    return;
  }
  outgoing.writeHead(status, headers);
  const chunked = new ChunkedBody(outgoing);
  try {
    await body(chunked);
    chunked.end();
  } catch {
    // The writer cuts the connection on purpose, or its source failed after the answer had begun:
    // only a broken connection shows the client that the answer is incomplete.
    outgoing.destroy();
  }
}

/** Names and values in turn, which Node writes as they are. */
function headerLines(headers: HubResponse["headers"], length: number): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    lines.push(name, value);
  }
  lines.push("content-length", String(length));
  return lines;
}

function toHubRequest(incoming: IncomingMessage, signal: AbortSignal): HubRequest {
  const { url = "", method = "GET", headers: received } = incoming;
  const mark = url.indexOf("?");
  let query: URLSearchParams | undefined;
  let headers: HubRequest["headers"] | undefined;
  let body: Promise<Uint8Array> | undefined;
  return {
    id: `req_${randomUUID().replaceAll("-", "")}`,
    method,
    path: apiPathOf(mark === -1 ? url : url.slice(0, mark)),
    get query() {
      return (query ??= new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1)));
    },
    header: (name) => (Object.hasOwn(received, name) ? textOf(received[name]) : undefined),
    get headers() {
      return (headers ??= textsOf(received));
    },
    hasRepeatedHeader: hasRepeatedHeader(incoming),
    body: () => (body ??= readBody(incoming)),
    address: incoming.socket.remoteAddress ?? "",
    signal,
  };
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(", ") : value;
}

function textsOf(received: IncomingHttpHeaders): HubRequest["headers"] {
  return Object.fromEntries(
    Object.entries(received).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/**
 * Headers that affect a decision. If one is repeated, Node keeps the first of some and joins
 * others, and a proxy may do otherwise.
 */
const singleHeaders = new Set([
  "host",
  "origin",
  "authorization",
  "x-api-key",
  "x-csrf-token",
  "content-type",
  "content-length",
  "content-encoding",
  "anthropic-version",
  "x-hub-app",
  "x-hub-scenario",
  "x-session-id",
  "x-claude-code-session-id",
  "x-forwarded-proto",
]);

function hasRepeatedHeader({ rawHeaders, headers }: IncomingMessage): boolean {
  // As many names as lines: no name is there twice.
  if (Object.keys(headers).length * 2 === rawHeaders.length) {
    return false;
  }
  const seen = new Set<string>();
  return rawHeaders.some((text, index) => {
    const name = index % 2 === 0 ? text.toLowerCase() : "";
    const isRepeated = seen.has(name);
    if (singleHeaders.has(name)) {
      seen.add(name);
    }
    return isRepeated;
  });
}

function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const refuse = (error: ApiError): void => {
      incoming.removeAllListeners("data");
      // Discards the rest of the body, so that the client can read the answer.
      incoming.resume();
      reject(error);
    };
    if (!/^(?:identity)?$/iu.test(incoming.headers["content-encoding"] ?? "")) {
      refuse(compressed());
      return;
    }
    if (Number(incoming.headers["content-length"] ?? 0) > maxBodyBytes) {
      refuse(tooLarge());
      return;
    }
    incoming.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maxBodyBytes) {
        refuse(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    incoming.on("end", () => resolve(joinBytes(chunks, size)));
    incoming.on("error", reject);
  });
}

function tooLarge(): ApiError {
  return new ApiError(413, "The request is too large (at most 32 MB).", {
    type: "request_too_large",
    code: "request_too_large",
  });
}

/** What a small body becomes when it is unpacked is not bounded, so none is. */
function compressed(): ApiError {
  return new ApiError(415, "The request's body is compressed. Send it without Content-Encoding.", {
    code: "unsupported_encoding",
    headers: { "accept-encoding": "identity" },
  });
}

const brokenRequestStatus = new Map<string | undefined, number>([
  ["HPE_HEADER_OVERFLOW", 431],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
]);

/**
 * Requests that Node's parser refuses never reach the application; they get the same error format.
 */
function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = brokenRequestStatus.get(error.code) ?? 400;
  const reason = STATUS_CODES[status] ?? "";
  const body = JSON.stringify(new ApiError(status, `${reason}.`).toBody());
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `x-request-id: req_${randomUUID().replaceAll("-", "")}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

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

import { timeLimits } from "../../shared/base/timeLimits.ts";
import { ApiError, errorStyleOf } from "./apiError.ts";
import { type HeldBytes, HeldRequest } from "./heldBytes.ts";
import type { BodyOwner, HubRequest, HubResponse } from "./message.ts";
import { readBody } from "./requestBody.ts";
import { largeAnswer, sendAnswer } from "./sendAnswer.ts";
import { StalledClients } from "./stalledClients.ts";

export type HubApp = (request: HubRequest) => Promise<HubResponse>;

export interface ServerTimes {
  readonly headers: number;
  readonly request: number;
  readonly sender: number;
  readonly reader: number;
  readonly check: number;
}

export interface NodeServerDeps {
  readonly onError: (error: unknown) => void;
  readonly held: HeldBytes;
  readonly times?: ServerTimes;
}

const defaultTimes: ServerTimes = {
  headers: 10_000,
  request: 120_000,
  sender: 20_000,
  reader: 60_000,
  check: 2_000,
};

interface Serving {
  readonly app: HubApp;
  readonly held: HeldBytes;
  readonly times: ServerTimes;
  readonly stalled: StalledClients;
}

export function createNodeServer(
  app: HubApp,
  { onError, held, times = defaultTimes }: NodeServerDeps,
): Server {
  const serving = { app, held, times, stalled: new StalledClients(times.check) };
  const server = createServer(
    {
      headersTimeout: times.headers,
      requestTimeout: times.request,
      connectionsCheckingInterval: times.check,
      keepAliveTimeout: timeLimits.hub.idleConnection,
    },
    (incoming, outgoing) => {
      void serve(serving, incoming, outgoing).catch((error: unknown) => {
        outgoing.destroy();
        onError(error);
      });
    },
  );
  server.on("clientError", answerBrokenRequest);
  return server;
}

interface Exchange {
  readonly serving: Serving;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly held: HeldRequest;
}

async function serve(
  serving: Serving,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const left = new AbortController();
  const closed = new Promise<void>((resolve) => {
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) {
        left.abort();
      }
      resolve();
    });
  });
  const { remoteAddress: address = "" } = incoming.socket;
  const exchange = {
    serving,
    incoming,
    outgoing,
    held: new HeldRequest(serving.held, { address }),
  };
  try {
    const request = toHubRequest(exchange, left.signal);
    const response = await serving.app(request);
    if (!outgoing.destroyed) {
      await sendAnswer(counted(response, request, exchange), {
        ...exchange,
        stalled: serving.stalled,
        patienceMs: serving.times.reader,
      });
      await closed;
    }
  } finally {
    exchange.held.release();
  }
}

function counted(response: HubResponse, request: HubRequest, { held }: Exchange): HubResponse {
  const { body } = response;
  try {
    if (typeof body !== "function" && body.length > largeAnswer) {
      held.answerOf(body.length);
    }
    return response;
  } catch (error) {
    if (error instanceof ApiError) {
      return error.toResponse(errorStyleOf(request), request.id);
    }
    throw error;
  }
}

function toHubRequest({ serving, incoming, held }: Exchange, signal: AbortSignal): HubRequest {
  const { url = "", method = "GET", headers: received } = incoming;
  const { stalled, times } = serving;
  const mark = url.indexOf("?");
  let query: URLSearchParams | undefined;
  let headers: HubRequest["headers"] | undefined;
  let body: Promise<Uint8Array> | undefined;
  const read = (owner: BodyOwner | undefined): Promise<Uint8Array> => {
    if (owner) {
      held.belongsTo(owner);
    }
    const isKnown = owner !== undefined;
    return readBody(incoming, { held, isKnown, stalled, patienceMs: times.sender });
  };
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
    body: (owner) => (body ??= read(owner)),
    hold: (bytes) => held.addAnswer(bytes),
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

/** Headers that affect a decision. Node joins some repeated headers and drops others; a proxy may differ. */
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
  // As many names as lines: no name is repeated.
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

const brokenRequestStatus = new Map<string | undefined, number>([
  ["HPE_HEADER_OVERFLOW", 431],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
]);

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

/** Some clients join `…/hub/v1/` with `/chat/completions`; others end every path with a slash. */
function apiPathOf(path: string): string {
  if (!path.includes("//") && !path.endsWith("/")) {
    return path;
  }
  const single = path.replaceAll(/\/{2,}/gu, "/");
  return single.startsWith("/hub/v1/") ? single.replace(/\/$/u, "") : path;
}

import { Agent, ClientRequest, type ClientRequestArgs, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";

import {
  healthSchema,
  type LocalHubFile,
  localHubProof,
  newChallenge,
} from "../shared/hubApi/localHub.ts";
import { LocalHubFetch } from "./localHubFetch.ts";

type Fetch = typeof globalThis.fetch;

const proofTimeoutMs = 5_000;
const maxProofBytes = 64 * 1024;

export function createLocalHubFetch(): LocalHubFetch {
  return new LocalHubFetch({
    fetch: globalThis.fetch,
    loadProven: (hub) => Promise.resolve(provenFetch(hub)),
  });
}

/**
 * Each new connection must first prove that its other end knows the token: a program on a dead hub's port gets no
 * request. Redirects are not followed.
 */
export function provenFetch({ token }: Pick<LocalHubFile, "token">): Fetch {
  const agent = new ProvenAgent(token);
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body =
      init.body === undefined || init.body === null
        ? undefined
        : Buffer.from(await new Response(init.body).arrayBuffer());
    return await send({ url, init, body }, agent);
  };
}

interface Sent {
  readonly url: URL;
  readonly init: RequestInit;
  readonly body: Buffer | undefined;
}

function send({ url, init, body }: Sent, agent: Agent): Promise<Response> {
  const { method = "GET", signal } = init;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // The editor replaces `http.request`; this class is Node's own.
    const outgoing = new ClientRequest({
      host: url.hostname.replace(/^\[(.*)\]$/u, "$1"),
      port: url.port,
      path: url.pathname + url.search,
      method,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        host: url.host,
        ...(body && { "content-length": String(body.length) }),
      },
      agent,
    });
    const leave = (): void => {
      outgoing.destroy();
      reject(reasonOf(signal));
    };
    signal?.addEventListener("abort", leave, { once: true });
    outgoing.on("close", () => signal?.removeEventListener("abort", leave));
    outgoing.on("response", (incoming) => resolve(responseOf(incoming, method)));
    outgoing.on("error", (cause) => reject(new TypeError("fetch failed", { cause })));
    outgoing.end(body);
  });
}

function reasonOf(signal: AbortSignal | null | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new DOMException("Aborted", "AbortError");
}

function responseOf(incoming: IncomingMessage, method: string): Response {
  const { statusCode: status = 502, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  if (method === "HEAD" || status === 204 || status === 205 || status === 304) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own stream of the same standard
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  return new Response(body, { status, statusText, headers });
}

class ProvenAgent extends Agent {
  readonly #token: string;

  constructor(token: string) {
    super({ keepAlive: true });
    this.#token = token;
  }

  override createConnection(
    { host, port }: ClientRequestArgs,
    onCreated?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    const socket = connect({ host: host ?? "127.0.0.1", port: Number(port), noDelay: true });
    const created = prove(socket, { host: `${host}:${port}`, token: this.#token });
    void created.then(
      () => onCreated?.(null, socket),
      (error: unknown) => {
        socket.destroy();
        onCreated?.(error instanceof Error ? error : unproven(), socket);
      },
    );
  }
}

async function prove(
  socket: Socket,
  { host, token }: { readonly host: string; readonly token: string },
): Promise<void> {
  const challenge = newChallenge();
  const answer = answerOn(socket);
  socket.write(`GET /healthz?challenge=${challenge} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  const health = healthSchema.safeParse(await answer);
  if (health.data?.proof !== (await localHubProof(token, challenge))) {
    throw unproven();
  }
}

function answerOn(socket: Socket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const done = (): void => {
      clearTimeout(timer);
      socket.off("data", take).off("error", fail).off("close", close);
    };
    const fail = (error: Error): void => {
      done();
      reject(error);
    };
    const close = (): void => fail(unproven());
    const take = (piece: Buffer): void => {
      received = Buffer.concat([received, piece]);
      const body = wholeBody(received);
      if (body !== undefined) {
        done();
        resolve(body);
      } else if (received.length > maxProofBytes) {
        close();
      }
    };
    const timer = setTimeout(close, proofTimeoutMs);
    socket.on("data", take).on("error", fail).on("close", close);
  });
}

/** Null if it is invalid; undefined while it is incomplete. */
function wholeBody(received: Buffer): unknown {
  const text = received.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) {
    return undefined;
  }
  const head = text.slice(0, end);
  const length = /^content-length: *(\d{1,6})$/imu.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200 ") || length === undefined) {
    return null;
  }
  const body = text.slice(end + 4);
  if (body.length < Number(length)) {
    return undefined;
  }
  try {
    return body.length === Number(length) ? (JSON.parse(body) as unknown) : null;
  } catch {
    return null;
  }
}

function unproven(): Error {
  return Object.assign(new Error("The program at this port is not the local hub."), {
    code: "ECONNREFUSED",
  });
}

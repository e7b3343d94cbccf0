import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { LocalHubFetch } from "../../../src/agentNode/localHubFetch.ts";
import { provenFetch } from "../../../src/agentNode/provenFetch.ts";
import { type LocalHubFile, localHubProof } from "../../../src/shared/hubApi/localHub.ts";

const token = "sk_hub_CANARY0123456789";
const nonce = "0123456789abcdef0123456789abcdef";

let hub: Server | undefined;
let thief: TcpServer | undefined;
let file: LocalHubFile;
let seen: IncomingMessage[];
let local: LocalHubFetch;
/** Requests that went out without any proof. */
let plain: string[];

beforeEach(async () => {
  seen = [];
  plain = [];
  hub = await startHub((request, response) => {
    request.resume();
    request.on("end", () => response.end(`answer to ${request.method}`));
  });
  const { port } = hub.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  file = { schema: 1, url, token, pid: 1, nonce, startedAt: 0, version: "1.0.0" };
  local = new LocalHubFetch({
    fetch: (input, init) => {
      plain.push(input instanceof Request ? input.url : input.toString());
      return fetch(input, init);
    },
    loadProven: (known) => Promise.resolve(provenFetch(known)),
  });
  local.know(file);
});

afterEach(() => {
  hub?.closeAllConnections();
  hub?.close();
  thief?.close();
});

async function answerHealth(challenge: string, response: ServerResponse): Promise<void> {
  const proof = await localHubProof(token, challenge);
  const body = JSON.stringify({ status: "ok", nonce, version: "1.0.0", proof });
  response.setHeader("content-length", body.length);
  response.end(body);
}

/** A hub that knows the token, with these answers beside its health. */
async function startHub(answer: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    seen.push(request);
    const challenge = new URL(request.url ?? "", "http://hub").searchParams.get("challenge");
    if (challenge === null) {
      answer(request, response);
      return;
    }
    void answerHealth(challenge, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

/** Ends the hub, and lets another program take its port; resolves with all that the program gets. */
async function stealPort(answer: string | undefined): Promise<() => string> {
  const { port } = new URL(file.url);
  hub?.closeAllConnections();
  await new Promise((resolve) => {
    hub?.close(resolve);
  });
  let received = "";
  thief = createTcpServer((socket) => {
    socket.on("data", (data: Buffer) => {
      received += data.toString();
      if (answer !== undefined) {
        socket.write(answer);
      }
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => {
    thief?.listen(Number(port), "127.0.0.1", resolve);
  });
  return () => received;
}

const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

function chat(): Promise<Response> {
  const body = JSON.stringify({ messages: [{ role: "user", content: "a secret plan" }] });
  return local.fetch(`${file.url}/hub/v1/chat/completions`, { method: "POST", headers, body });
}

test("each connection is proved once, before its first request, and then kept", async () => {
  for (const _ of [1, 2, 3]) {
    expect(await (await chat()).text()).toBe("answer to POST");
  }
  expect(seen.map(({ url }) => url?.replace(/\?.*/u, ""))).toEqual([
    "/healthz",
    "/hub/v1/chat/completions",
    "/hub/v1/chat/completions",
    "/hub/v1/chat/completions",
  ]);
  expect(new Set(seen.map(({ socket }) => socket)).size).toBe(1);
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(plain).toEqual([]);
});

const anyProof = JSON.stringify({ status: "ok", nonce, version: "1.0.0", proof: "0".repeat(64) });
test.each([
  ["proves nothing", `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`],
  ["guesses the proof", `HTTP/1.1 200 OK\r\ncontent-length: ${anyProof.length}\r\n\r\n${anyProof}`],
  ["speaks something else", "220 mail.example.org ESMTP\r\n\r\n"],
  ["answers without end", `HTTP/1.1 200 OK\r\ncontent-length: 999999\r\n\r\n${"x".repeat(70_000)}`],
])("a program that took the port and %s gets neither token nor conversation", async (_, answer) => {
  await (await chat()).text();
  const received = await stealPort(answer);
  await expect(chat()).rejects.toThrow(TypeError);
  await expect(local.fetch(`${file.url}/oauth/token`, { method: "POST" })).rejects.toThrow();
  expect(received()).toMatch(/^GET \/healthz\?challenge=[0-9a-f]{32} HTTP/u);
  expect(received()).not.toMatch(/CANARY|secret plan|POST/u);
  expect(plain).toEqual([]);
});

test("the answer streams, and leaving it ends its connection", async () => {
  let closed: Promise<unknown> | undefined;
  const streaming = await startHub((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    closed = once(response, "close");
  });
  const { port } = streaming.address() as AddressInfo;
  local.know({ ...file, url: `http://127.0.0.1:${port}` });
  const left = new AbortController();
  const response = await local.fetch(`http://127.0.0.1:${port}/hub/v1/stream`, {
    headers,
    signal: left.signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: 1\n\n");
  left.abort();
  await expect(reader.read()).rejects.toThrow();
  await closed;
  streaming.close();
});

test("a hub of the person at the same port, with a token of their own, is asked as usual", async () => {
  const response = await local.fetch(`${file.url}/hub/v1/models`, {
    headers: { Authorization: "Bearer sk_hub_another0000000000" },
  });
  expect(await response.text()).toBe("answer to GET");
  expect(plain).toEqual([`${file.url}/hub/v1/models`]);
});

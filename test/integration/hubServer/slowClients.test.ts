import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { HeldBytes } from "../../../src/hubServer/http/heldBytes.ts";
import { jsonResponse } from "../../../src/hubServer/http/message.ts";
import { createNodeServer, type HubApp } from "../../../src/hubServer/http/nodeServer.ts";
import { until } from "./hubProcess.ts";

const megabyte = 1024 * 1024;
const limits = {
  process: 8 * megabyte,
  token: 4 * megabyte,
  person: 6 * megabyte,
  address: megabyte,
};
/** More than the machine takes in before the client reads. */
const largeAnswer = new Uint8Array(24 * megabyte);

let server: Server;
let port: number;
const errors: unknown[] = [];

/** `x-owner` names token and person; `/large` answers more than sockets hold. */
const app: HubApp = async (request) => {
  const [tokenId, userId] = (request.header("x-owner") ?? "").split(" ", 2);
  try {
    const owner = { tokenId: tokenId ?? "", ...(userId !== undefined && { userId }) };
    const body = await request.body(tokenId === "" ? undefined : owner);
    return request.path === "/large"
      ? { status: 200, headers: {}, body: largeAnswer }
      : jsonResponse(200, { bytes: body.length });
  } catch (error) {
    if (error instanceof ApiError) {
      return error.toResponse();
    }
    throw error;
  }
};

beforeEach(async () => {
  errors.length = 0;
  await listen({ sender: 400, reader: 400 });
});
afterEach(close);

function close(): void {
  server.closeAllConnections();
  server.close();
}

async function listen(patience: {
  readonly sender: number;
  readonly reader: number;
  readonly headers?: number;
}) {
  server = createNodeServer(app, {
    onError: (error) => errors.push(error),
    held: new HeldBytes(limits),
    times: { headers: 20_000, request: 60_000, check: 50, ...patience },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
}

/** For tests that look at what stalls, however slow the machine is. */
async function listenPatiently(reader = 20_000): Promise<void> {
  close();
  await listen({ sender: 20_000, reader });
}

/** For tests of headers that never end. A head that came at once must be read within this time. */
async function listenForHeaders(headers: number): Promise<void> {
  close();
  await listen({ sender: 20_000, reader: 20_000, headers });
}

/** Everything that is answered until the connection ends. */
function answerTo(begin: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => begin(socket));
    let answer = "";
    socket.on("data", (part) => {
      answer += part.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** The head of a request of this owner whose body is announced. */
function announce(length: number, owner = "", path = "/"): string {
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-owner: ${owner}\r\ncontent-length: ${length}\r\n\r\n`;
}

function post(body: string | Uint8Array<ArrayBuffer>, owner = ""): Promise<Response> {
  const headers = { "x-owner": owner, connection: "close" };
  return fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
}

/** Resolves when the hub has the heads of all uploads. */
async function hold(count: number, length: number, owner: string): Promise<readonly Socket[]> {
  let arrived = 0;
  server.on("request", () => {
    arrived += 1;
  });
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(announce(length, owner)));
    return socket.on("error", () => undefined);
  });
  await until("the hub has all uploads", () => arrived === count);
  return sockets;
}

test("headers that never end are answered with 408 and do not keep the connection", async () => {
  await listenForHeaders(100);
  const answer = await answerTo((socket) => {
    socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
    const drip = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(drip));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
  expect(answer).toContain('"error"');
});

test("a body that comes byte by byte is answered with 408 and does not keep the connection", async () => {
  const answer = await answerTo((socket) => {
    socket.write(announce(1_000_000, "slow"));
    const drip = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(drip));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
  expect(answer).toContain("The rest of the request did not come.");
});

test("a body that makes progress may take longer than a stalled one may wait", async () => {
  const answer = await answerTo((socket) => {
    const pieces = 12;
    let sent = 0;
    socket.write(
      announce(pieces * 5_000, "steady").replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"),
    );
    const timer = setInterval(() => {
      socket.write("a".repeat(5_000));
      sent += 1;
      if (sent === pieces) {
        clearInterval(timer);
      }
    }, 60);
  });
  expect(answer).toContain('{"bytes":60000}');
});

test("others are served meanwhile", async () => {
  await listenForHeaders(2_000);
  const slow = answerTo((socket) => {
    socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
  });
  const response = await post("quick");
  expect(await response.json()).toEqual({ bytes: 5 });
  expect(await slow).toMatch(/^HTTP\/1\.1 408 /u);
});

test("announced bodies count for token, person and process before anything of them has come", async () => {
  await listenPatiently();
  const sockets = [...(await hold(1, 3 * megabyte, "one ana"))];
  const ofToken = await post("x".repeat(2 * megabyte), "one ana");
  expect([ofToken.status, ofToken.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(await ofToken.text()).toContain("This token has too many large requests");
  sockets.push(...(await hold(1, 3 * megabyte, "two ana")));
  const ofPerson = await post("x", "three ana");
  expect([ofPerson.status, await ofPerson.text()]).toEqual([
    429,
    expect.stringContaining("This user has too many large requests"),
  ]);
  sockets.push(...(await hold(1, 2 * megabyte, "four bob")));
  const ofAll = await post("x", "five eva");
  expect([ofAll.status, ofAll.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await ofAll.json()).toMatchObject({ error: { code: "hub_busy" } });
  for (const socket of sockets) {
    socket.destroy();
  }
  await until("the memory is free again", async () => (await post("x", "five eva")).status === 200);
});

test("a body without a length counts as it grows", async () => {
  await listenPatiently();
  await hold(1, 3 * megabyte, "one");
  const answer = await answerTo((socket) => {
    socket.write(
      "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-owner: one\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const piece = "a".repeat(256 * 1024);
    for (let index = 0; index < 8; index += 1) {
      socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    }
  });
  expect(answer).toMatch(/^HTTP\/1\.1 429 /u);
});

test("a body of one-byte chunks takes about as much memory as it counts", async () => {
  await listenPatiently();
  const before = process.memoryUsage().rss;
  const bytes = 400_000;
  const answer = await answerTo((socket) => {
    socket.write(
      "POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    socket.write(`${"1\r\nx\r\n".repeat(bytes)}0\r\n\r\n`);
  });
  expect(answer).toContain(`{"bytes":${bytes}}`);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * megabyte);
});

test("without a token a body has at most 1 MB, and an address a small share of the memory", async () => {
  await listenPatiently();
  expect((await post(new Uint8Array(megabyte + 1))).status).toBe(413);
  const slow = await hold(2, megabyte, "");
  for (const socket of slow) {
    socket.write("a".repeat(600 * 1024));
  }
  const first = await Promise.race(
    slow.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once("data", (data: Buffer) => resolve(data.toString()));
        }),
    ),
  );
  expect(first).toMatch(/^HTTP\/1\.1 503 /u);
});

test("an answer counts until it has been read, and a client that reads nothing is cut", async () => {
  await listenPatiently(2_000);
  const reader = connect(port, "127.0.0.1", () => reader.write(announce(0, "one ana", "/large")));
  reader.pause();
  reader.on("error", () => undefined);
  await until(
    "the answer waits for its reader",
    async () => (await post("x", "one ana")).status === 429,
  );
  await until("the reader was cut", async () => (await post("x", "one ana")).status === 200);
  reader.destroy();
});

test("a large answer that is read comes whole", async () => {
  const response = await fetch(`http://127.0.0.1:${port}/large`, {
    method: "POST",
    headers: { "x-owner": "one" },
    body: "x",
  });
  expect((await response.arrayBuffer()).byteLength).toBe(largeAnswer.length);
  expect(errors).toEqual([]);
});

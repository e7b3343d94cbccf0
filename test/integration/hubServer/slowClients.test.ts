import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { jsonResponse } from "../../../src/hubServer/http/message.ts";
import { createNodeServer } from "../../../src/hubServer/http/nodeServer.ts";

let server: Server;
let port: number;
const errors: unknown[] = [];

beforeEach(async () => {
  errors.length = 0;
  server = createNodeServer(
    async (request) => jsonResponse(200, { bytes: (await request.body()).length }),
    (error) => errors.push(error),
    { headers: 100, request: 200, check: 50 },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

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

test("headers that never end are answered with 408 and do not keep the connection", async () => {
  const answer = await answerTo((socket) => {
    socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ");
    const drip = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(drip));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
  expect(answer).toContain('"error"');
});

test("a body that never ends is answered with 408 and does not keep the connection", async () => {
  const answer = await answerTo((socket) => {
    socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000000\r\n\r\n");
    const drip = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(drip));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /u);
});

test("others are served meanwhile", async () => {
  const slow = answerTo((socket) => {
    socket.write("POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n");
  });
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "quick" });
  expect(await response.json()).toEqual({ bytes: 5 });
  expect(await slow).toMatch(/^HTTP\/1\.1 408 /u);
});

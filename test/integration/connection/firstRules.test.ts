import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HubConnection } from "../../../src/extension/connection/hubConnection.ts";
import type { KeptPolicies } from "../../../src/hub/calls/hubPolicies.ts";
import { TokenStore } from "../../../src/hub/tokens/tokenStore.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { timeLimits } from "../../../src/shared/base/timeLimits.ts";
import { setExclusions } from "../../../src/shared/guarded/excludedPaths.ts";
import { deferred } from "../../support/deferred.ts";

const canary = "canary-7c2e";
const answer = `data: ${JSON.stringify({
  choices: [{ index: 0, delta: { content: "Yes" }, finish_reason: "stop" }],
})}\n\ndata: [DONE]\n\n`;

let server: Server;
/** Everything that the hub received after its policy. */
let bodies: string[];
let asked: ReturnType<typeof deferred<ServerResponse>>;
let kept: Map<string, unknown>;
let connections: HubConnection[];

beforeEach(async () => {
  bodies = [];
  kept = new Map();
  connections = [];
  asked = deferred();
  server = createServer((request, response) => {
    if (request.url === "/hub/v1/policy") {
      asked.resolve(response);
      return;
    }
    request.on("data", (piece: Buffer) => bodies.push(piece.toString()));
    request.on("end", () => response.setHeader("content-type", "text/event-stream").end(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});

afterEach(() => {
  setExclusions("hub");
  connections.forEach((one) => one.dispose());
  server.closeAllConnections();
  server.close();
});

/** The connection of an editor that has just started. */
async function connect(): Promise<HubConnection> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const secrets = {
    get: () => Promise.resolve("sk_hub_0123456789abcdef"),
    store: () => Promise.resolve(),
    delete: () => Promise.resolve(),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const keptPolicies: KeptPolicies = {
    get: (origin) => kept.get(origin),
    set: (origin, policy) => void kept.set(origin, policy),
  };
  const connection = new HubConnection({
    loadPart: (load) => load(),
    tokens: new TokenStore(secrets, systemClock),
    localHub: undefined,
    settings: {
      baseUrl: () => baseUrl,
      chatFormat: () => "openai",
      patience: () => timeLimits.answer,
      onDidChange: () => ({ dispose: () => undefined }),
    },
    wantsLocalHub: () => false,
    keptPolicies,
    isBrowserEditor: false,
    fetch: globalThis.fetch,
    clock: systemClock,
    userAgent: "ai-hub-vscode/test",
  });
  connections.push(connection);
  await connection.start();
  return connection;
}

/** Sends a message with the text of a file, and resolves with the answer or the kind of the failure. */
async function send(connection: HubConnection, stop = new AbortController()): Promise<string> {
  const request = { model: "m", messages: [{ role: "user" as const, content: canary }] };
  let text = "";
  try {
    for await (const event of connection.streamChat(request, { signal: stop.signal })) {
      text += event.kind === "textDelta" ? event.text : "";
    }
    return text;
  } catch (error) {
    return error instanceof Error && "kind" in error ? String(error.kind) : String(error);
  }
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

const rules = '{"exclusions":["finance/"]}';

test("a message waits for the hub's first rules; if they exclude paths, it is not sent", async () => {
  const connection = await connect();
  const sent = send(connection);
  const policy = await asked.promise;
  expect(bodies).toEqual([]);
  reply(policy, 200, rules);
  expect(await sent).toBe("rules_arrived");
  expect(bodies).toEqual([]);
  // It is prepared again with the rules.
  expect(await send(connection)).toBe("Yes");
  expect(bodies.join("")).toContain(canary);
});

test.each([
  [200, "{}"],
  [404, "{}"],
])("rules without paths (%d) let the waiting message go", async (status, body) => {
  const sent = send(await connect());
  reply(await asked.promise, status, body);
  expect(await sent).toBe("Yes");
});

test("without readable rules nothing is sent", async () => {
  const sent = send(await connect());
  reply(await asked.promise, 500, "");
  expect(await sent).not.toBe("Yes");
  expect(bodies).toEqual([]);
});

test("the wait ends when the person stops the message", async () => {
  const stop = new AbortController();
  const sent = send(await connect(), stop);
  await asked.promise;
  stop.abort();
  expect(await sent).toBe("cancelled");
  expect(bodies).toEqual([]);
});

test("after a restart the stored rules count, so that a message does not wait", async () => {
  const first = send(await connect());
  reply(await asked.promise, 200, rules);
  await first;
  asked = deferred();
  expect(await send(await connect())).toBe("Yes");
});

test("a completion waits, too", async () => {
  const connection = await connect();
  const request = { model: "m", prompt: canary, suffix: "", maxTokens: 8, stop: [] };
  const { signal } = new AbortController();
  const next = connection.completion(request, signal).next();
  reply(await asked.promise, 200, rules);
  await expect(next).rejects.toMatchObject({ kind: "rules_arrived" });
  expect(bodies).toEqual([]);
});

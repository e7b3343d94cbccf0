import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { upstreamTestSchema } from "../../../src/shared/hubApi/hubAdmin.ts";
import { AdminServer, keysOf } from "./adminServer.ts";

let hub: AdminServer | undefined;
let upstream: Server | undefined;
let keyFolder: string;

beforeEach(() => {
  keyFolder = mkdtempSync(join(tmpdir(), "ai-hub-keys-"));
});
afterEach(async () => {
  rmSync(keyFolder, { recursive: true });
  await hub?.close();
  expect(hub?.errors).toEqual([]);
  upstream?.close();
  upstream?.closeAllConnections();
  upstream = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  upstream = server;
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the test button says of an upstream at the address. */
async function testOf(url: string, more: object = {}): Promise<unknown> {
  hub ??= await AdminServer.start({});
  const body = { name: "lab", url, format: "openai", is_active: true, ...more };
  const made = await hub.ask("POST", "/upstreams", body);
  const { body: result } = await hub.ask("POST", `/upstreams/${made.body.id}/test`);
  expect(upstreamTestSchema.parse(result)).toEqual(result);
  return result;
}

test("the test of an upstream counts its models, asking with its key", async () => {
  let asked = "";
  const url = await serve((request, response) => {
    asked = `${request.url} ${request.headers.authorization}`;
    response.end('{"data":[{"id":"a"},{"id":"b"}]}');
  });
  hub = await AdminServer.start({ keys: keysOf({ AI_HUB_UPSTREAM_LAB_KEY: "key-of-the-lab\n" }) });
  expect(await testOf(url, { key_from: { variable: "AI_HUB_UPSTREAM_LAB_KEY" } })).toEqual({
    ok: true,
    models: 2,
    latency_ms: 0,
    message: null,
  });
  expect(asked).toBe("/v1/models Bearer key-of-the-lab");
});

test("the test of an upstream of Anthropic's format asks as its clients do", async () => {
  let asked = {};
  const url = await serve((request, response) => {
    asked = { key: request.headers["x-api-key"], version: request.headers["anthropic-version"] };
    response.end('{"data":[]}');
  });
  const file = join(keyFolder, "key");
  writeFileSync(file, "key-in-a-file\n");
  hub = await AdminServer.start({ keys: keysOf({}, { folder: keyFolder }) });
  const result = await testOf(url, { format: "anthropic", key_from: { file } });
  expect(result).toMatchObject({ ok: true, models: 0 });
  expect(asked).toEqual({ key: "key-in-a-file", version: "2023-06-01" });
});

test.each([
  [401, "", /does not accept the key \(401\)/u],
  [302, "", /sends one elsewhere \(302\)/u],
  [404, "", /answers with 404: check the path/u],
  [200, "<html>Welcome</html>", /is not a list of models/u],
  [200, '{"hello":1}', /is not a list of models/u],
])(
  "the test of an upstream that answers %i with %j says what to do",
  async (status, text, words) => {
    const url = await serve((_, response) => {
      response.writeHead(status).end(text);
    });
    hub = await AdminServer.start();
    expect(await testOf(url)).toMatchObject({
      ok: false,
      models: 0,
      message: expect.stringMatching(words) as unknown,
    });
  },
);

test("the test of an upstream where nobody is, or whose key is nowhere, says so", async () => {
  const folder = keyFolder;
  writeFileSync(join(folder, "large"), "k".repeat(5_000));
  mkdirSync(join(folder, "folder"));
  const keys = keysOf({ AI_HUB_UPSTREAM_TWO_WORDS_KEY: "not a key" }, { folder });
  hub = await AdminServer.start({ keys });
  expect(await testOf("http://127.0.0.1:9")).toMatchObject({
    message: expect.stringContaining("Nothing answers at http://127.0.0.1:9") as unknown,
  });
  for (const [name, key_from, words] of [
    ["b", { variable: "AI_HUB_UPSTREAM_B_KEY" }, "The variable AI_HUB_UPSTREAM_B_KEY has no key"],
    [
      "c",
      { variable: "AI_HUB_UPSTREAM_TWO_WORDS_KEY" },
      "AI_HUB_UPSTREAM_TWO_WORDS_KEY has no key",
    ],
    ["d", { file: join(folder, "none") }, `cannot read the file ${join(folder, "none")}`],
    ["e", { file: join(folder, "large") }, "holds no key"],
    ["f", { file: join(folder, "folder") }, "holds no key"],
  ] as const) {
    expect(await testOf("http://127.0.0.1:9", { name, key_from })).toMatchObject({
      ok: false,
      message: expect.stringContaining(words) as unknown,
    });
  }
});

test("a key stays with the origin that it was given for, and is for one upstream", async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.headers.authorization);
    response.end('{"data":[]}');
  });
  hub = await AdminServer.start({ keys: keysOf({ AI_HUB_UPSTREAM_LAB_KEY: "key-of-the-lab" }) });
  const key_from = { variable: "AI_HUB_UPSTREAM_LAB_KEY" };
  const body = { name: "lab", url: "https://api.example/v1", format: "openai", is_active: true };
  const made = await hub.ask("POST", "/upstreams", { ...body, key_from });
  const path = `/upstreams/${made.body.id}`;
  const other = await hub.ask("POST", "/upstreams", { ...body, name: "other", key_from });
  expect([other.status, other.body.error.param]).toEqual([400, "key_from"]);
  const same = await hub.ask("PATCH", path, { url: "https://api.example/v2" });
  expect(same.body["key_from"]).toEqual(key_from);
  const elsewhere = await hub.ask("PATCH", path, { url, key_from });
  expect(elsewhere.body["key_from"]).toBeNull();
  await hub.ask("POST", `${path}/test`);
  expect(asked).toEqual([undefined]);
  expect((await hub.ask("PATCH", path, { key_from })).body["key_from"]).toEqual(key_from);
});

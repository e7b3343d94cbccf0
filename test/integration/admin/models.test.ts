import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { modelSchema, upstreamTestSchema } from "../../../src/shared/hubAdmin.ts";
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

const offered = [
  {
    source: "cloud",
    info: {
      id: "vendor/large",
      created: 1,
      owned_by: "vendor",
      name: "Large",
      context_length: 128_000,
      max_output_tokens: Number.POSITIVE_INFINITY,
    },
  },
  {
    source: "local",
    info: { id: "small", created: 1, owned_by: "library", name: { toString: "hostile" } },
  },
];

const plain = {
  upstream_id: null,
  upstream_model: null,
  max_output_tokens: null,
  fim: null,
  price: null,
  tiers: [],
  is_active: true,
  is_edited: false,
};

test("models are what upstreams list, with what was said of them", async () => {
  hub = await AdminServer.start({ listModels: () => Promise.resolve(offered) });
  const price = { input: "2.5", output: "10", cached_input: null, cache_write: "0.000001" };
  const body = {
    name: "Our large one",
    price,
    tiers: [
      { from_input_tokens: 200_000, price: { input: "5", output: "20" } },
      { from_input_tokens: 100_000, price: { input: "3", output: "12" } },
    ],
    is_active: true,
  };
  const put = await hub.ask("PUT", "/models/vendor%2Flarge", body);
  expect(put.status).toBe(200);
  expect(modelSchema.parse(put.body)).toEqual(put.body);
  const { data } = (await hub.ask("GET", "/models")).body;
  expect(data).toEqual([
    put.body,
    { ...plain, id: "small", name: null, context_length: null, owned_by: "local" },
  ]);
  expect(put.body).toMatchObject({
    id: "vendor/large",
    name: "Our large one",
    context_length: 128_000,
    max_output_tokens: null,
    fim: null,
    price: { input: "2.50", output: "10.00", cached_input: null, cache_write: "0.000001" },
    owned_by: "cloud",
    is_edited: true,
  });
  const tiers = (await hub.store.records.get("model", "vendor/large"))?.tiers;
  expect(tiers?.map(({ fromInputTokens }) => fromInputTokens)).toEqual([100_000, 200_000]);
});

test("a model that was sent elsewhere runs on the upstream that it was sent to", async () => {
  hub = await AdminServer.start({ listModels: () => Promise.resolve(offered) });
  const lab = { name: "lab", url: "http://127.0.0.1:9", format: "openai", is_active: true };
  const { body } = await hub.ask("POST", "/upstreams", lab);
  const model = { upstream_id: body.id, tiers: [], is_active: true };
  expect((await hub.ask("PUT", "/models/small", model)).body["owned_by"]).toBe("lab");
});

test("forgetting what was said of a model leaves what its upstream says", async () => {
  hub = await AdminServer.start({ listModels: () => Promise.resolve(offered) });
  await hub.ask("PUT", "/models/small", { name: "S", tiers: [], is_active: false });
  expect((await hub.ask("DELETE", "/models/small")).body).toEqual({
    id: "small",
    object: "model",
    deleted: true,
  });
  expect((await hub.ask("DELETE", "/models/small")).status).toBe(404);
  const { data } = (await hub.ask("GET", "/models")).body;
  expect(data[1]).toMatchObject({ id: "small", is_active: true, is_edited: false });
});

test("a model can be sent to an upstream of another id, which is then in use", async () => {
  hub = await AdminServer.start();
  const lab = { name: "lab", url: "http://127.0.0.1:9", format: "openai", is_active: true };
  const { body } = await hub.ask("POST", "/upstreams", lab);
  const model = { upstream_id: body.id, upstream_model: "qwen3", tiers: [], is_active: true };
  expect((await hub.ask("PUT", "/models/ours", model)).body).toMatchObject({
    upstream_id: body.id,
    upstream_model: "qwen3",
    owned_by: "lab",
  });
  const refused = await hub.ask("DELETE", `/upstreams/${body.id}`);
  expect(refused.body.error.message).toContain("by 1 model");
  const nowhere = { ...model, upstream_id: "upstream_none" };
  expect((await hub.ask("PUT", "/models/ours", nowhere)).body.error.param).toBe("upstream_id");
});

test.each([
  [{ id: "another" }, "id"],
  [{ price: { input: "1" } }, "price.output"],
  [{ price: { input: "-1", output: "1" } }, "price.input"],
  [{ tiers: "none" }, "tiers"],
  [{ is_active: "yes" }, "is_active"],
])("a model with %j is refused, naming the field", async (change, field) => {
  hub = await AdminServer.start();
  const body = { tiers: [], is_active: true, ...change };
  const answer = await hub.ask("PUT", "/models/one", body);
  expect([answer.status, answer.body.error.param]).toEqual([400, field]);
});

test("an upstream that was given when the hub was started is shown, and stays as it is", async () => {
  hub = await AdminServer.start({
    givenUpstreams: [
      { name: "given", url: new URL("http://127.0.0.1:9/v1"), format: "openai", key: "secret" },
    ],
  });
  const { data } = (await hub.ask("GET", "/upstreams")).body;
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({ id: "flag:given", name: "given", source: "flag" });
  expect(JSON.stringify(data)).not.toContain("secret");
  expect((await hub.ask("GET", "/upstreams/flag:given")).body).toEqual(data[0]);
  expect((await hub.ask("PATCH", "/upstreams/flag:given", { name: "x" })).status).toBe(403);
  expect((await hub.ask("DELETE", "/upstreams/flag:given")).status).toBe(403);
  const same = { name: "given", url: "http://127.0.0.1:9", format: "openai", is_active: true };
  expect((await hub.ask("POST", "/upstreams", same)).status).toBe(409);
});

test("an upstream whose key is not there says so, and one that has a key never has none", async () => {
  const at = { url: new URL("http://127.0.0.1:9/v1"), format: "openai" } as const;
  const variable = "AI_HUB_UPSTREAM_GIVEN_KEY";
  hub = await AdminServer.start({
    givenUpstreams: [
      { ...at, name: "given", key: "secret", keyFrom: { variable } },
      { ...at, name: "unset", key: undefined, keyFrom: { variable: "AI_HUB_UPSTREAM_UNSET_KEY" } },
      { ...at, name: "open", key: undefined },
    ],
  });
  const body = { name: "mine", url: "http://127.0.0.1:9", format: "openai", is_active: true };
  const key_from = { variable: "AI_HUB_UPSTREAM_MINE_KEY" };
  const made = await hub.ask("POST", "/upstreams", { ...body, key_from });
  expect(made.body["key_problem"]).toContain("AI_HUB_UPSTREAM_MINE_KEY has no key");
  const { data } = (await hub.ask("GET", "/upstreams")).body;
  expect(data.map((one) => [one.name, one["key_from"], one["key_problem"]])).toEqual([
    ["given", { variable }, null],
    [
      "unset",
      { variable: "AI_HUB_UPSTREAM_UNSET_KEY" },
      "The variable AI_HUB_UPSTREAM_UNSET_KEY has no key where the hub runs.",
    ],
    ["open", null, null],
    ["mine", key_from, expect.stringContaining("has no key where the hub runs")],
  ]);
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

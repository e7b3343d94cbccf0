import { afterEach, expect, test } from "vitest";

import { modelSchema } from "../../../src/shared/hubApi/hubAdmin.ts";
import { AdminServer } from "./adminServer.ts";

let hub: AdminServer | undefined;

afterEach(async () => {
  await hub?.close();
  expect(hub?.errors).toEqual([]);
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
  upstream_weight: null,
  fallbacks: [],
  max_output_tokens: null,
  fim: null,
  prompt_cache: null,
  in_house: null,
  price: null,
  tiers: [],
  is_active: true,
  is_edited: false,
};

test("models are what upstreams list, with what was said of them", async () => {
  hub = await AdminServer.start({ listModels: () => Promise.resolve(offered) });
  const price = {
    input: "2.5",
    output: "10",
    cached_input: null,
    cache_write: "0.000001",
    cache_write_hour: null,
  };
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
    prompt_cache: null,
    price: {
      input: "2.50",
      output: "10.00",
      cached_input: null,
      cache_write: "0.000001",
      cache_write_hour: null,
    },
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

test("a model keeps its further upstreams, each of which is in use", async () => {
  hub = await AdminServer.start();
  const ids: string[] = [];
  for (const name of ["one", "two"]) {
    const body = { name, url: "http://127.0.0.1:9", format: "openai", is_active: true };
    ids.push((await hub.ask("POST", "/upstreams", body)).body.id);
  }
  const price = { input: "1.00", output: "2.00" };
  const fallbacks = [{ upstream_id: ids[1], upstream_model: "qwen3", weight: 3, price }];
  const priced = { upstream_id: ids[0], fallbacks, price, tiers: [], is_active: true };
  const weighed = { ...priced, upstream_weight: 2 };
  expect((await hub.ask("PUT", "/models/ours", weighed)).body).toMatchObject(weighed);
  const unpriced = await hub.ask("PUT", "/models/ours", { ...priced, price: null });
  expect(unpriced.body.error.param).toBe("fallbacks[0].price");
  const model = { ...priced, fallbacks: [{ upstream_id: ids[1], upstream_model: "qwen3" }] };
  expect((await hub.ask("PUT", "/models/ours", model)).body).toMatchObject({
    fallbacks: model.fallbacks,
  });
  expect((await hub.ask("DELETE", `/upstreams/${ids[1]}`)).body.error.message).toContain(
    "by 1 model",
  );
  const nowhere = { ...model, fallbacks: [{ upstream_id: "upstream_none" }] };
  const refused = await hub.ask("PUT", "/models/ours", nowhere);
  expect(refused.body.error.param).toBe("fallbacks[0].upstream_id");
  const headless = await hub.ask("PUT", "/models/ours", { ...model, upstream_id: null });
  expect(headless.body.error.param).toBe("upstream_id");
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
  const own = { tiers: [], is_active: true, in_house: true };
  const refused = await hub.ask("PUT", "/models/ours", { ...own, upstream_id: "flag:given" });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    'The upstream "given" comes from a flag or the configuration file, which can change. ' +
      "Add it to the upstreams here under another name, and choose that one.",
  ]);
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

import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { answers } from "../../support/modelServer/fakeUpstream.ts";
import { ApiLab } from "./apiLab.ts";
import { CheckedFetch } from "./checkedFetch.ts";

const lab = new ApiLab();
let client: OpenAI;
const model = "hub-hash-512";

beforeAll(async () => {
  await lab.start();
  const { fetch } = new CheckedFetch();
  client = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: "sk_hub_x", fetch, maxRetries: 0 });
}, 60_000);
afterEach(() => {
  expect(lab.errors).toEqual([]);
  lab.reset();
});
afterAll(() => lab.stop());

async function embed(
  input: string | string[] | number[] | number[][],
  fields: Partial<OpenAI.EmbeddingCreateParams> = {},
): Promise<readonly number[][]> {
  const { data } = await client.embeddings.create({
    model,
    input,
    encoding_format: "float",
    ...fields,
  });
  return data.map(({ embedding }) => embedding);
}

function similarity(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

test("texts that share words are near each other, in both languages, whatever their accents", async () => {
  const [question, near, accents, far] = await embed([
    "How do I renew the certificate of the server?",
    "Renewing a server certificate",
    "Cómo RENEW the Certifícate óf thé sérver",
    "Receita de bolo de fubá com goiabada",
  ]);
  expect(similarity(question, question)).toBeCloseTo(1, 5);
  expect(similarity(question, near)).toBeGreaterThan(0.3);
  expect(similarity(question, accents)).toBeGreaterThan(0.5);
  expect(Math.abs(similarity(question, far))).toBeLessThan(0.2);
});

test("base64, which the SDK asks for by default, has the same numbers", async () => {
  const [asFloats] = await embed("the same text");
  const { data } = await client.embeddings.create({ model, input: "the same text" });
  const raw = await lab.post("embeddings", { model, input: "x", encoding_format: "base64" });
  const { data: encoded } = (await raw.json()) as { data: { embedding: unknown }[] };
  expect(typeof encoded[0]?.embedding).toBe("string");
  expect(data[0]?.embedding).toEqual(asFloats);
  expect(asFloats).toHaveLength(512);
});

test("fewer dimensions, tokens and lists of tokens are taken", async () => {
  const [small] = await embed("text", { dimensions: 64 });
  expect(small).toHaveLength(64);
  const [whole] = await embed([1, 2, 3]);
  const [first, second] = await embed([[1, 2, 3], [4]]);
  expect(first).toEqual(whole);
  expect(second).not.toEqual(whole);
});

test("a text without words is the zero vector, not a failure", async () => {
  const [vector] = await embed("…!");
  expect(vector?.every((value) => value === 0)).toBe(true);
});

test.each([
  ["no input", {}, "input"],
  ["an empty list", { input: [] }, "input"],
  ["more texts than 2048", { input: Array.from({ length: 2_049 }, () => "x") }, "input"],
  ["texts and tokens in one list", { input: ["x", 1] }, "input"],
  ["a text that is too long", { input: "x ".repeat(20_000) }, "input"],
  ["more dimensions than it has", { input: "x", dimensions: 513 }, "dimensions"],
  ["no dimensions", { input: "x", dimensions: 0 }, "dimensions"],
])("%s is a 400 that names the field", async (_, fields, param) => {
  const response = await lab.post("embeddings", { model, ...fields });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { param } }]);
  expect(lab.governance.settled.every(({ outcome }) => outcome === "failed")).toBe(true);
});

test("they are admitted and settled like any other call", async () => {
  const response = await lab.post("embeddings", { model, input: ["12345678", "1234"] });
  expect(response.headers.get("x-hub-cost")).toBe("0.0001");
  expect(await response.json()).toMatchObject({ usage: { prompt_tokens: 6, total_tokens: 6 } });
  expect(lab.governance.calls).toMatchObject([
    { format: "embeddings", model, maxOutputTokens: 0, inputTokens: 6 },
  ]);
  expect(lab.governance.settled).toMatchObject([
    { outcome: "complete", status: 200, reported: { inputTokens: 6, outputTokens: 0 } },
  ]);
});

test("what governance masked is what is embedded", async () => {
  lab.governance.change = (fields) => ({ ...fields, input: "masked" });
  const [masked] = await embed("secret");
  lab.governance.reset();
  expect(masked).toEqual((await embed("masked"))[0]);
});

test("an upstream's are passed on as they are, and its usage is recorded", async () => {
  const body = {
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: [0.5, 1] }],
    model: "up",
    usage: { prompt_tokens: 5, total_tokens: 5 },
  };
  lab.openAi.handle = answers(body);
  const request = '{"model":"gpt", "input":"x","odd":12345678901234567890}';
  const response = await lab.post("embeddings", request);
  expect(await response.json()).toEqual(body);
  expect(lab.openAi.last).toMatchObject({ path: "/v1/embeddings", body: request });
  expect(lab.governance.settled).toMatchObject([{ reported: { inputTokens: 5 } }]);
});

test.each([
  ["a chat model asked for embeddings", "embeddings", { model: "hub-demo", input: "x" }],
  [
    "an Anthropic upstream asked for embeddings",
    "embeddings",
    { model: "claude-real", input: "x" },
  ],
  ["an embedding model asked to chat", "chat/completions", { model, messages: [] }],
])("%s is a 400", async (_, path, body) => {
  const response = await lab.post(path, body);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "model_not_supported" } },
  ]);
  expect(lab.governance.calls).toEqual([]);
});

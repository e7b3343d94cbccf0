import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { answers, FakeUpstream, streams } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const adminToken = "an-administrator-of-a-house";
const cnpj = "12.345.678/0001-95";
const lab = new HubLab();
const [inside, outside] = [new FakeUpstream(), new FakeUpstream()];
let hub: HubProcess;
const ids: Record<string, string> = {};

const whole = answers({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "llama",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1_000, completion_tokens: 2, total_tokens: 1_002 },
});
const stream = streams(
  'data: {"choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\n',
  "data: [DONE]\n\n",
);

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "hub")], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
  for (const [name, upstream] of Object.entries({ inside, outside })) {
    upstream.models = [{ id: "llama" }, { id: "big" }];
    const url = (await upstream.listen()).origin;
    const made = await admin("POST", "/upstreams", {
      name,
      url,
      format: "openai",
      is_active: true,
    });
    ids[name] = String(made["id"]);
  }
  await model("big", { upstream_id: ids["outside"] });
  await admin("PATCH", "/profiles/profile_lab", { dlp: { cnpj: "route", cpf: "mask" } });
});

beforeEach(async () => {
  for (const upstream of [inside, outside]) {
    upstream.requests.length = 0;
    upstream.handle = (request, response) =>
      (request.fields["stream"] === true ? stream : whole)(request, response);
  }
  await model("llama", { upstream_id: ids["inside"], in_house: true });
});

afterAll(async () => {
  await lab.dispose();
  inside.close();
  outside.close();
});

async function admin(
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  expect([response.ok, answer]).toEqual([true, answer]);
  return answer;
}

function model(id: string, changes: object): Promise<unknown> {
  const price = { input: "1", output: "1" };
  return admin("PUT", `/models/${id}`, { price, tiers: [], is_active: true, ...changes });
}

const bodies: Readonly<Record<string, (text: string, stream: boolean) => object>> = {
  "/chat/completions": (content, streamed) => ({
    model: "big",
    stream: streamed,
    messages: [{ role: "user", content }],
  }),
  "/messages": (content, streamed) => ({
    model: "big",
    stream: streamed,
    max_tokens: 50,
    messages: [{ role: "user", content }],
  }),
  "/responses": (input, streamed) => ({ model: "big", stream: streamed, input, store: false }),
  "/completions": (prompt, streamed) => ({ model: "big", stream: streamed, prompt, suffix: ";" }),
};

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function ask(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await hub.api(`/hub/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const routes = Object.keys(bodies).flatMap((path) =>
  [false, true].map((streamed) => ({ path, streamed })),
);

test.each(routes)(
  "$path (streamed: $streamed) with a routed value goes to the model in house and says so",
  async ({ path, streamed }) => {
    const body = bodies[path]?.(`the company ${cnpj} and the CPF 529.982.247-25`, streamed) ?? {};
    const { status, text, headers } = await ask(path, body);
    expect([status, text.includes("Yes.")]).toEqual([200, true]);
    expect([inside.requests.length, outside.requests.length]).toEqual([1, 0]);
    expect(inside.last.fields["model"]).toBe("llama");
    expect(inside.last.body).toContain(cnpj);
    expect(inside.last.body).not.toContain("529.982.247-25");
    expect(headers.get("x-hub-routed")).toBe("llama;types=cnpj");
    expect(headers.get("x-hub-model")).toBe("llama");
    expect(headers.get("x-hub-dlp")).toBe("mask;types=cpf");
    const requestId = headers.get("x-request-id");
    const { data } = await admin("GET", "/audit?limit=20");
    const events = (data as readonly Readonly<Record<string, unknown>>[]).filter(
      (event) => event["request_id"] === requestId,
    );
    expect(events).toMatchObject([
      { kind: "usage", model: "llama" },
      { kind: "dlp.alert", model: "llama", detail: { action: "route", asked: "big" } },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/12\.?345\.?678|529\.?982/u);
  },
);

test("a request without such a value goes where it was sent, and one to the model in house stays", async () => {
  const plain = bodies["/chat/completions"]?.("the company", false) ?? {};
  expect((await ask("/chat/completions", plain)).headers.get("x-hub-routed")).toBeNull();
  expect([inside.requests.length, outside.requests.length]).toEqual([0, 1]);
  const own = { model: "llama", messages: [{ role: "user", content: cnpj }] };
  const { status, headers } = await ask("/chat/completions", own);
  expect([status, headers.get("x-hub-routed")]).toEqual([200, null]);
  expect([inside.requests.length, outside.requests.length]).toEqual([1, 1]);
});

test("a client that repeats the header stays in house without the value", async () => {
  const plain = bodies["/chat/completions"]?.("as you said", false) ?? {};
  const { headers } = await ask("/chat/completions", plain, { "x-hub-routed": "llama" });
  expect(headers.get("x-hub-routed")).toBe("llama;types=");
  expect([inside.requests.length, outside.requests.length]).toEqual([1, 0]);
});

test.each([
  ["answers 500", 500],
  ["answers 429", 429],
] as const)("a model in house that %s never lets the request out", async (_, failure) => {
  await model("llama", {
    upstream_id: ids["inside"],
    in_house: true,
    upstream_weight: 0,
    fallbacks: [{ upstream_id: ids["outside"], weight: 1_000 }],
  });
  inside.handle = answers({ error: { message: "no" } }, failure);
  for (const asked of ["big", "llama"]) {
    for (const { path, streamed } of routes) {
      const body = { ...bodies[path]?.(cnpj, streamed), model: asked };
      const { status, text } = await ask(path, body);
      expect([path, streamed, status >= 400 || text.includes("error")]).toEqual([
        path,
        streamed,
        true,
      ]);
    }
  }
  expect(outside.requests).toEqual([]);
});

test("a model in house that is gone, without a port, blocks as if there were none", async () => {
  const gone = new FakeUpstream();
  const url = (await gone.listen()).origin;
  gone.close();
  const { id } = await admin("POST", "/upstreams", {
    name: "gone",
    url,
    format: "openai",
    is_active: true,
  });
  await model("llama", {
    upstream_id: id,
    in_house: true,
    fallbacks: [{ upstream_id: ids["outside"] }],
  });
  const body = bodies["/chat/completions"]?.(cnpj, false) ?? {};
  const { status, text, headers } = await ask("/chat/completions", body);
  expect([status, JSON.parse(text)]).toMatchObject([400, { error: { code: "dlp_blocked" } }]);
  expect(headers.get("x-hub-routed")).toBe("llama;types=cnpj");
  expect(outside.requests).toEqual([]);
});

test("a further server gets the request only if it is in house too", async () => {
  await model("llama", {
    upstream_id: ids["inside"],
    in_house: true,
    fallbacks: [{ upstream_id: ids["outside"], upstream_model: "big", in_house: true }],
  });
  inside.handle = answers({ error: { message: "no" } }, 500);
  const body = bodies["/chat/completions"]?.(cnpj, false) ?? {};
  expect((await ask("/chat/completions", body)).status).toBe(200);
  expect([inside.requests.length, outside.requests.length]).toEqual([1, 1]);
});

test("without a model in house the request is blocked, and so are embeddings", async () => {
  const embedding = { model: "big", input: cnpj };
  expect((await ask("/embeddings", embedding)).status).toBe(400);
  await model("llama", { upstream_id: ids["inside"], in_house: false });
  for (const { path, streamed } of routes) {
    const { status, text } = await ask(path, bodies[path]?.(cnpj, streamed) ?? {});
    expect([status, text.includes("dlp_blocked") || text.includes("in house")]).toEqual([
      400,
      true,
    ]);
  }
  expect([...inside.requests, ...outside.requests]).toEqual([]);
});

test("a profile names the model that its routed requests get", async () => {
  await model("another", {
    upstream_id: ids["inside"],
    upstream_model: "llama",
    in_house: true,
  });
  const body = bodies["/chat/completions"]?.(cnpj, false) ?? {};
  expect((await ask("/chat/completions", body)).headers.get("x-hub-routed")).toBe(
    "another;types=cnpj",
  );
  await admin("PATCH", "/profiles/profile_lab", { protection: { route_to: "llama" } });
  expect((await ask("/chat/completions", body)).headers.get("x-hub-routed")).toBe(
    "llama;types=cnpj",
  );
});

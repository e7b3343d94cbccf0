import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { FakeUpstream, type UpstreamHandler } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "../hubServer/hubProcess.ts";

const adminToken = "an-administrator-of-the-record";
const lab = new HubLab();
const data = join(lab.home, "day");
const openai = new FakeUpstream();
const anthropic = new FakeUpstream();
let hub: HubProcess;
let token = "";

const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
const answerOpenai: UpstreamHandler = (_, response) => {
  const message = { role: "assistant", content: "Yes." };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "open",
      choices: [{ index: 0, message, finish_reason: "stop" }],
      usage,
    }),
  );
};
const answerAnthropic: UpstreamHandler = (_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude",
      content: [{ type: "text", text: "Yes." }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 20, output_tokens: 5 },
    }),
  );
};

beforeAll(async () => {
  openai.models = [{ id: "open" }];
  anthropic.models = [{ id: "claude" }];
  openai.handle = answerOpenai;
  anthropic.handle = answerAnthropic;
  const [open, claude] = await Promise.all([openai.listen(), anthropic.listen(), lab.build()]);
  const upstreams = [`open=${open.href}v1`, `claude=anthropic:${claude.origin}`];
  hub = await lab.start(
    ["--data", data, "--workers", "1", ...upstreams.flatMap((url) => ["--upstream", url])],
    { AI_HUB_ADMIN_TOKEN: adminToken },
  );
  await scriptSetUp();
}, 60_000);

afterAll(async () => {
  await lab.dispose();
  openai.close();
  anthropic.close();
});

async function admin(
  method: string,
  path: string,
  body?: object,
): Promise<{ id: string; token: string }> {
  const response = await hub.api(`/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as { id: string; token: string };
}

async function scriptSetUp(): Promise<void> {
  const sector = await admin("POST", "/sectors", { name: "Sales" });
  const profile = await admin("POST", "/profiles", {
    name: "Readers",
    dlp: { cpf: "block", email: "mask" },
    rate_limits: {},
    policy: {
      allow: ["open", "claude"],
      deny: [],
      max_output_tokens: 1000,
      allows_tools: true,
      allows_images: true,
      forced: {},
      capped: {},
    },
  });
  const made = await admin("POST", "/tokens", {
    name: "day",
    profile_id: profile.id,
    sector_id: sector.id,
    rate_limits: { requests_per_minute: 100 },
  });
  ({ token } = made);
  await admin("POST", "/budgets", {
    scope: "token",
    subject_id: made.id,
    unit: "tokens",
    limit: "1000000",
    warn_at: [50],
  });
}

async function ask(path: string, body: object): Promise<Response> {
  return hub.api(`/hub/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "x-hub-app": "vscode" },
    body: JSON.stringify(body),
  });
}

const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const image =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

const chatBody = (model: string): object => ({
  model,
  max_tokens: 200,
  temperature: 0.5,
  stop: ["END"],
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Write to ana@example.com about this." },
        { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "one\ntwo" },
    { role: "user", content: "Go on." },
  ],
  tools: [
    { type: "function", function: { name: "read", description: "Reads.", parameters: schema } },
  ],
  tool_choice: "auto",
});

const messagesBody = (model: string): object => ({
  model,
  max_tokens: 200,
  temperature: 0.5,
  stop_sequences: ["END"],
  system: "Be brief.",
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Write to ana@example.com about this." },
        { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
      ],
    },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "call_1", name: "read", input: { path: "a" } }],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1", content: "one\ntwo" },
        { type: "text", text: "Go on." },
      ],
    },
  ],
  tools: [{ name: "read", description: "Reads.", input_schema: schema }],
  tool_choice: { type: "auto" },
});

/** Replaces the parts that differ from run to run: ids, hashes, times and days. */
function steady(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(/[0-9a-f]{32,}/gu, "<hash>")
    .replaceAll(/(\\"last4\\":\\")[^\\]+/gu, "$1<end>")
    .replaceAll(/(\\"latencyMs\\":)\d+/gu, "$1<ms>")
    .replaceAll(
      /\b(?:[a-z]+_)?[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[a-z]{2,8}_[0-9A-Za-z]{16,}\b/gu,
      (id) => {
        const known = ids.get(id) ?? `<id ${ids.size + 1}>`;
        ids.set(id, known);
        return known;
      },
    )
    .replaceAll(/\b1[78]\d{8}(?:\d{3})?\b/gu, "<time>")
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/gu, "<day>")
    .replaceAll(/\b20\d\d-\d\d\b/gu, "<month>")
    .replaceAll(/127\.0\.0\.1:\d+/gu, "<upstream>");
}

const pretty = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

test.each([
  { path: "/chat/completions", body: chatBody, model: "open", upstream: openai },
  { path: "/chat/completions", body: chatBody, model: "claude", upstream: anthropic },
  { path: "/messages", body: messagesBody, model: "open", upstream: openai },
  { path: "/messages", body: messagesBody, model: "claude", upstream: anthropic },
])(
  "$path for $model is forwarded and answered as recorded",
  async ({ path, body, model, upstream }) => {
    const response = await ask(path, body(model));
    const answer: unknown = JSON.parse(await response.text());
    expect(response.status).toBe(200);
    const { path: forwardedTo, fields } = upstream.last;
    const record = steady(pretty({ forwardedTo, forwarded: fields, answer }));
    await expect(record).toMatchFileSnapshot(
      `../../fixtures/golden/${path.slice(1).replace("/", "-")}-${model}.json`,
    );
  },
);

test("a blocked request, and a model that nobody has, are refused as recorded", async () => {
  const messages = [{ role: "user", content: "CPF 529.982.247-25" }];
  const refused = [
    await ask("/chat/completions", { model: "open", messages }),
    await ask("/messages", { model: "claude", max_tokens: 9, messages }),
    await ask("/chat/completions", {
      model: "nobody",
      messages: [{ role: "user", content: "Hi" }],
    }),
  ];
  const record = await Promise.all(
    refused.map(async (response) => ({
      status: response.status,
      body: JSON.parse(await response.text()) as unknown,
    })),
  );
  await expect(steady(pretty(record))).toMatchFileSnapshot("../../fixtures/golden/refusals.json");
});

test("the database after this day is as recorded", async () => {
  hub.child.kill("SIGTERM");
  await hub.ended;
  const database = new DatabaseSync(join(data, "hub.db"), { readOnly: true });
  const tables = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    .all();
  const read = (sql: string): readonly unknown[] => database.prepare(sql).all();
  const record = {
    schema: tables.map(({ sql }) => sql),
    records: read("SELECT kind, body FROM record ORDER BY kind, name"),
    usage: read("SELECT * FROM usage_record ORDER BY id"),
    audit: read("SELECT seq, kind, body FROM audit_event ORDER BY seq"),
    budgets: read("SELECT * FROM budget_use ORDER BY budget_id, period"),
  };
  database.close();
  await expect(steady(pretty(record))).toMatchFileSnapshot("../../fixtures/golden/database.json");
});

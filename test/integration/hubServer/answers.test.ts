import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import {
  answers,
  dataEvents,
  FakeUpstream,
  streams,
} from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const adminToken = "an-administrator-of-answers";
const cpf = "529.982.247-25";
const mail = "canary.of.answers@empresa.com.br";
const badge = "FN-48213";
const lab = new HubLab();
const upstream = new FakeUpstream();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  const record = join(lab.home, "record.jsonl");
  hub = await lab.start(["--lab", "--data", join(lab.home, "hub"), "--record", record], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
  upstream.models = [{ id: "gpt" }];
  const url = (await upstream.listen()).origin;
  await done("POST", "/upstreams", { name: "up", url, format: "openai", is_active: true });
  await done("POST", "/kinds", {
    placeholder: "BADGE",
    labels: { en: "Badge", "pt-br": "Crachá" },
    pattern: "FN-[0-9]{5}",
    action: "allow",
    profiles: [],
    is_active: true,
  });
}, 60_000);
beforeEach(() => done("PATCH", "/profiles/profile_lab", { protection: { answers: {} } }));
afterAll(async () => {
  await lab.dispose();
  upstream.close();
});

interface Told {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function admin(method: string, path: string, body?: object): Promise<Told> {
  const response = await fetch(`${hub.url}/hub/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Told["body"] };
}

async function done(method: string, path: string, body?: object): Promise<Told["body"]> {
  const told = await admin(method, path, body);
  expect([method, path, told.status < 300, told.body]).toEqual([method, path, true, told.body]);
  return told.body;
}

function protect(actions: object): Promise<unknown> {
  return done("PATCH", "/profiles/profile_lab", { protection: { answers: actions } });
}

const text = `O CPF é ${cpf}, o e-mail ${mail} e o crachá ${badge}. Pronto.`;

function spoken(content: string, isStreamed: boolean): readonly string[] {
  const head = { id: "c", object: "chat.completion.chunk", created: 1, model: "gpt" };
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 };
  return isStreamed
    ? [
        ...Array.from(content, (character) => dataEvents(chunk({ content: character }))),
        dataEvents(chunk({}, "stop"), { ...head, choices: [], usage }),
        "data: [DONE]\n\n",
      ]
    : [
        JSON.stringify({
          ...head,
          object: "chat.completion",
          choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
          usage,
        }),
      ];
}

async function ask(isStreamed: boolean, content = text, question = "Quem é?") {
  const pieces = spoken(content, isStreamed);
  upstream.handle = isStreamed
    ? streams(...pieces)
    : answers(JSON.parse(pieces.join("")) as object);
  const response = await hub.api("/hub/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-run": "run-of-answers" },
    body: JSON.stringify({
      model: "gpt",
      stream: isStreamed,
      stream_options: isStreamed ? { include_usage: true } : undefined,
      messages: [{ role: "user", content: question }],
    }),
  });
  const given = await response.text();
  const events = isStreamed
    ? [...given.matchAll(/^data: (\{.*)$/gmu)].map(([, data = ""]) => JSON.parse(data) as Answer)
    : [JSON.parse(given) as Answer];
  const said = events
    .map(({ choices: [choice] }) => choice?.delta?.content ?? choice?.message?.content ?? "")
    .join("");
  const comment = /^: hub-dlp-answer (.*)$/mu.exec(given)?.[1];
  const told = response.headers.get("x-hub-dlp-answer") ?? comment;
  return { said, told, given, id: response.headers.get("x-request-id") ?? "" };
}

interface Answer {
  readonly choices: readonly {
    readonly delta?: { readonly content?: string };
    readonly message?: { readonly content: string };
  }[];
}

async function eventsOf(id: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await done("GET", "/audit?limit=20");
  return (data as readonly Readonly<Record<string, unknown>>[]).filter(
    (event) => event["request_id"] === id,
  );
}

test.each([false, true])(
  "an answer (streamed: %s) is masked where the profile asks, told and audited without a value",
  async (isStreamed) => {
    await protect({
      cpf: "mask",
      email: "alert",
      own: { BADGE: "mask" },
    });
    const { said, told, id, given } = await ask(isStreamed);
    expect(said).toBe(`O CPF é ***.***.***-**, o e-mail ${mail} e o crachá ********. Pronto.`);
    expect(told).toBe("mask;types=cpf,own.BADGE;counts=1,1, alert;types=email;counts=1");
    expect(given).not.toContain(cpf);
    const events = await eventsOf(id);
    expect(events).toMatchObject([
      { kind: "usage", input_tokens: 9, output_tokens: 7 },
      {
        kind: "dlp.alert",
        detail: { action: "mask", place: "answer" },
        findings: expect.arrayContaining([{ type: "cpf", count: 1, field: "answer" }]) as unknown,
      },
    ]);
  },
);

test("no sink has a value of an answer", () => {
  const sinks = ["record.jsonl", "hub/hub.db", "hub/hub.db-wal"].map((name) =>
    readFileSync(join(lab.home, name), "latin1"),
  );
  for (const sink of [...sinks, hub.stdout(), hub.stderr()]) {
    expect(sink).not.toMatch(/529\.?982|canary\.of|FN-48213/u);
  }
});

test("a value of the person's own text is neither masked nor told", async () => {
  await protect({ cpf: "mask", email: "mask" });
  for (const isStreamed of [false, true]) {
    const { said, told } = await ask(isStreamed, text, `Sou ${mail}, CPF 52998224725`);
    expect([said, told]).toEqual([text, undefined]);
  }
});

test("without answers in the profile every byte stays", async () => {
  const { given, told } = await ask(true);
  const sent = spoken(text, true).join("");
  expect(told).toBeUndefined();
  expect(given.slice(0, sent.length)).toBe(sent);
});

test.each([
  [{ cpf: "block" }, "protection.answers.cpf"],
  [{ cpf: "route" }, "protection.answers.cpf"],
  [{ cpfs: "mask" }, "protection.answers.cpfs"],
  [{ own: { BADGE: "allow" } }, "protection.answers.own.BADGE"],
  [{ own: { badge: "mask" } }, "protection.answers.own.badge"],
])("answers %j are refused by name", async (given, field) => {
  const { status, body } = await admin("PATCH", "/profiles/profile_lab", {
    protection: { answers: given },
  });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
});

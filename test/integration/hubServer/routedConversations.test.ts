import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findPostgres, ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { answers, FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess, until } from "./hubProcess.ts";

const adminToken = "an-administrator-of-conversations";
const cnpj = "12.345.678/0001-95";
const hasPostgres = findPostgres() !== undefined || process.env["AI_HUB_REQUIRE_ALL"] === "1";

type Sending = Readonly<Record<string, string>>;

interface Sent extends Pick<Response, "status" | "headers"> {
  readonly body: string;
}

interface Budget {
  readonly spent: string;
}

const conversations: readonly Sending[] = [
  { "x-hub-run": "run-1" },
  { "x-claude-code-session-id": "0b0e6a51-claude" },
  { "x-session-id": "ses_opencode" },
  { "session-id": "codex" },
];

describe.each([
  { name: "one hub with three workers", database: "SQLite", hubs: 1, more: ["--workers=3"] },
  { name: "two hubs on one PostgreSQL", database: "PostgreSQL", hubs: 2, more: [] },
])("$name", ({ database, hubs: count, more }) => {
  const lab = new HubLab();
  const [inside, outside] = [new FakeUpstream(), new FakeUpstream()];
  let postgres: ThrowAwayPostgres | undefined;
  let start: () => Promise<readonly HubProcess[]>;
  let hubs: readonly HubProcess[];
  let tokens: readonly string[];
  const canRun = database === "SQLite" || hasPostgres;

  beforeAll(async () => {
    if (!canRun) {
      return;
    }
    await lab.build();
    postgres = database === "SQLite" ? undefined : await ThrowAwayPostgres.start();
    const url = await postgres?.createDatabase();
    const args = [...more, ...(url === undefined ? [] : [`--database=${url}`])];
    start = () =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          lab.start([...args, `--data=${join(lab.home, `hub-${index}`)}`], {
            AI_HUB_ADMIN_TOKEN: adminToken,
          }),
        ),
      );
    hubs = await start();
    await prepare();
  }, 120_000);

  afterAll(async () => {
    await lab.dispose();
    inside.close();
    outside.close();
    await postgres?.stop();
  });

  async function admin(
    method: string,
    path: string,
    body?: object,
  ): Promise<{
    readonly id: string;
    readonly token?: string;
    readonly data?: readonly { readonly id: string }[];
  }> {
    const response = await fetch(`${hubs[0]?.url}/hub/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    expect([response.ok, answer]).toEqual([true, answer]);
    return answer as { id: string };
  }

  async function setAction(cnpjAction: string): Promise<void> {
    const profiles: { data?: readonly { id: string }[] } = await admin("GET", "/profiles");
    for (const { id } of profiles.data ?? []) {
      await admin("PATCH", `/profiles/${id}`, { dlp: { cnpj: cnpjAction } });
    }
  }

  async function prepare(): Promise<void> {
    const ids: string[] = [];
    for (const [name, upstream] of Object.entries({ inside, outside })) {
      upstream.models = [{ id: "llama" }, { id: "big" }];
      upstream.handle = answers({
        id: "c",
        object: "chat.completion",
        created: 1,
        model: "llama",
        choices: [{ index: 0, message: { role: "assistant", content: "Yes." } }],
        usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
      });
      const url = (await upstream.listen()).origin;
      ids.push(
        (await admin("POST", "/upstreams", { name, url, format: "openai", is_active: true })).id,
      );
    }
    const priced = { price: { input: "1", output: "1" }, tiers: [], is_active: true };
    await admin("PUT", "/models/llama", { ...priced, upstream_id: ids[0], in_house: true });
    await admin("PUT", "/models/big", { ...priced, upstream_id: ids[1] });
    await setAction("route");
    tokens = await Promise.all(
      ["one", "other"].map(async (name) => {
        const made: { id: string; token?: string } = await admin("POST", "/tokens", { name });
        return made.token ?? "";
      }),
    );
    await until("every hub knows the token", async () => {
      const all = await Promise.all(
        hubs.map(({ url }) =>
          fetch(`${url}/hub/v1/models`, { headers: { authorization: `Bearer ${tokens[0]}` } }),
        ),
      );
      return all.every(({ ok }) => ok);
    });
  }

  /** Each request has a connection of its own, so that workers and hubs take turns. */
  async function send(
    at: number,
    content: string,
    headers: Sending,
    token = tokens[0],
  ): Promise<Sent> {
    const response = await fetch(`${hubs[at % count]?.url}/hub/v1/chat/completions`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        connection: "close",
        ...headers,
      },
      body: JSON.stringify({ model: "big", max_tokens: 5, messages: [{ role: "user", content }] }),
    });
    return { status: response.status, headers: response.headers, body: await response.text() };
  }

  async function ask(...sending: Parameters<typeof send>): Promise<string> {
    const { status, headers, body } = await send(...sending);
    expect([status, body]).toEqual([200, body]);
    return headers.get("x-hub-model") ?? "";
  }

  const askAll = async (headers: Sending): Promise<ReadonlySet<string>> =>
    new Set(await Promise.all([0, 1, 2, 3, 4, 5].map((at) => ask(at, "and then", headers))));

  test.runIf(canRun).each(conversations)(
    "a routed conversation of %o stays in house without the value, and no other does",
    async (headers) => {
      expect(await ask(0, "first", headers)).toBe("big");
      expect(await ask(0, `company ${cnpj}`, headers)).toBe("llama");
      expect(await askAll(headers)).toEqual(new Set(["llama"]));
      const [name = ""] = Object.keys(headers);
      expect(await askAll({ [name]: "another" })).toEqual(new Set(["big"]));
      expect(await ask(1, "and then", headers, tokens[1])).toBe("big");
      expect(await askAll({})).toEqual(new Set(["big"]));
    },
  );

  test.runIf(canRun)(
    "a budget counts the price of the model in house exactly, and a used-up one lets nothing out",
    async () => {
      const made = await admin("POST", "/tokens", { name: "capped" });
      const { token = "" } = made;
      const budget = { scope: "token", subject_id: made.id, unit: "money", limit: "0.0003" };
      await admin("POST", "/budgets", { ...budget, warn_at: [] });
      const headers = { authorization: `Bearer ${token}` };
      const budgetOf = async ({ url }: HubProcess) => {
        const usage = await fetch(`${url}/hub/v1/usage`, { headers });
        const { budgets = [] } = (await usage.json()) as { budgets?: readonly Budget[] };
        return budgets[0];
      };
      await until("every hub knows the budget", async () =>
        (await Promise.all(hubs.map(budgetOf))).every((known) => known !== undefined),
      );
      const before = [inside.requests.length, outside.requests.length];
      const given = await Promise.all(
        Array.from({ length: 24 }, (_, at) => send(at, `company ${cnpj}`, {}, token)),
      );
      const costs = given.flatMap((answer) => answer.headers.get("x-hub-cost") ?? []);
      expect(new Set(costs)).toEqual(new Set(["0.000011"]));
      const passed = given.filter(({ status }) => status === 200);
      const refused = given.filter(({ status }) => status === 402);
      expect([passed.length > 0, refused.length > 0, passed.length + refused.length]).toEqual([
        true,
        true,
        24,
      ]);
      const sent = [before[0] ?? 0, before[1] ?? 0];
      expect([inside.requests.length, outside.requests.length]).toEqual([
        (sent[0] ?? 0) + passed.length,
        sent[1],
      ]);
      const [hub] = hubs;
      expect(hub && Number((await budgetOf(hub))?.spent)).toBeCloseTo(passed.length * 11e-6, 9);
      for (const { body, headers: told } of refused) {
        expect(body).toMatch(
          /Only \\"llama\\", a model in house, may have this request's data\. The monthly budget/u,
        );
        expect(told.get("x-hub-routed")).toBe("llama;types=cnpj");
      }
    },
  );

  test.runIf(canRun)("it stays there after all processes were started again", async () => {
    for (const { child } of hubs) {
      child.kill();
    }
    await Promise.all(hubs.map(({ ended }) => ended));
    hubs = await start();
    for (const headers of conversations) {
      expect(await askAll(headers)).toEqual(new Set(["llama"]));
    }
    expect(await askAll({ "x-hub-run": "another" })).toEqual(new Set(["big"]));
  });

  test.runIf(canRun)("a profile that routes no more lets its conversations go", async () => {
    await setAction("alert");
    await until(
      "every process knows it",
      async () => !(await askAll(conversations[0] ?? {})).has("llama"),
    );
  });
});

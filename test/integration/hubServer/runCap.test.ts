import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "runs")]);
}, 60_000);
afterAll(() => lab.dispose());

interface Call {
  readonly path: string;
  readonly body: object;
}

const messages = [{ role: "user", content: "Tell me about the sea." }];
const chat: Call = {
  path: "/hub/v1/chat/completions",
  body: { model: "hub-demo", messages, max_tokens: 4_000 },
};
const anthropic: Call = {
  path: "/hub/v1/messages",
  body: { model: "hub-demo", messages, max_tokens: 4_000 },
};
const embeddings: Call = {
  path: "/hub/v1/embeddings",
  body: { model: "hub-hash-512", input: "The sea. ".repeat(40) },
};

function send({ path, body }: Call, run: string, limit: string, token = hub.token) {
  return fetch(hub.url + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-hub-run": run,
      "x-hub-run-limit": limit,
    },
    body: JSON.stringify(body),
  });
}

test.each([
  ["chat completions", chat],
  ["messages", anthropic],
])("%s: an answer ends where its run's cap ends, and then 402 says so", async (_name, call) => {
  const run = `cut-${call.path.length}`;
  const first = await send(call, run, "400 tokens");
  const text = await first.text();
  expect(first.status).toBe(200);
  expect(first.headers.get("x-hub-run-remaining")).toMatch(/^\d+ tokens$/u);
  expect(text.length).toBeGreaterThan(0);
  let refused = first;
  for (let count = 0; count < 40 && refused.status === 200; count += 1) {
    refused = await send(call, run, "400 tokens");
    if (refused.status === 200) {
      await refused.text();
    }
  }
  expect(refused.status).toBe(402);
  const { error } = (await refused.json()) as { error: Record<string, unknown> };
  expect(error).toMatchObject({ code: "run_budget_exceeded", run: { limit: "400" } });
  const { spent } = error["run"] as { readonly spent: string };
  expect(Number(spent)).toBeLessThanOrEqual(400);
});

test("embeddings count for the run, too", async () => {
  const first = await send(embeddings, "embed", "1000 tokens");
  expect(first.status, await first.text()).toBe(200);
  const second = await send(embeddings, "embed", "1000 tokens");
  await second.text();
  const third = await send(embeddings, "embed-small", "10 tokens");
  expect(third.status).toBe(402);
  expect(await third.json()).toMatchObject({ error: { code: "run_budget_exceeded" } });
});

test("three helpers at once stay within the cap", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const seen: number[] = [];
      for (let count = 0; count < 30; count += 1) {
        const response = await send(chat, "helpers", "3000 tokens");
        await response.text();
        seen.push(response.status);
        if (response.status !== 200) {
          break;
        }
      }
      return seen;
    }),
  );
  expect(statuses.flat()).toContain(402);
  const refused = await send(chat, "helpers", "3000 tokens");
  const { error } = (await refused.json()) as { error: { run: { spent: string } } };
  expect(Number(error.run.spent)).toBeLessThanOrEqual(3_000);
});

test("headers that cannot be read are 400 in the route's own form", async () => {
  const openAi = await send(chat, "a b", "2.00");
  const claude = await send(anthropic, "a", "many");
  expect([openAi.status, await openAi.json()]).toMatchObject([
    400,
    { error: { code: "invalid_run", param: "X-Hub-Run" } },
  ]);
  expect([claude.status, await claude.json()]).toMatchObject([
    400,
    { type: "error", error: { type: "invalid_request_error" } },
  ]);
});

test("the policy of a profile is served: no limits at first, then the profile's", async () => {
  const open: unknown = await (await hub.api("/hub/v1/policy")).json();
  expect(open).toEqual({
    object: "agent_policy",
    currency: "USD",
    agent: {
      is_allowed: true,
      max_level: null,
      mcp_servers: ["*"],
      mcp_pins: [],
      allow_commands: true,
      web_sites: [],
      checks: [],
      max_run_cost: null,
      max_run_tokens: null,
    },
    completion: { is_allowed: true, requests_per_minute: 40, next_edits: true },
    exclusions: [],
    own_kinds: [],
    sensitive_data: {
      actions: {
        cpf: "mask",
        cnpj: "alert",
        card: "block",
        email: "alert",
        phone: "allow",
        pix: "mask",
        secret: "alert",
      },
      tool_actions: {},
      system_actions: {},
      completion_actions: {},
      edit_actions: {},
      in_house: null,
      may_mask: true,
      refuse_unread: false,
    },
  });
  expect((await fetch(`${hub.url}/hub/v1/policy`)).status).toBe(401);
  const agent = {
    is_allowed: false,
    max_level: "ask",
    mcp_servers: [],
    mcp_pins: [`git/log@${"a1".repeat(32)}`],
    allow_commands: false,
    max_run_cost: "0.50",
    max_run_tokens: 7,
  };
  const administer = (path: string, init: RequestInit = {}) =>
    fetch(`${hub.url}/hub/admin/v1/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${hub.adminToken ?? ""}`,
        "content-type": "application/json",
      },
    });
  const { data } = (await (await administer("profiles")).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  const body = JSON.stringify({ agent });
  for (const { id } of data) {
    expect((await administer(`profiles/${id}`, { method: "PATCH", body })).status).toBe(200);
  }
  expect(await (await hub.api("/hub/v1/policy")).json()).toMatchObject({ agent });
  for (const [client, file] of [
    ["claude-code", "/etc/claude-code/managed-settings.json"],
    ["codex", "/etc/codex/requirements.toml"],
    ["opencode", "/etc/opencode/opencode.json"],
  ]) {
    const form: unknown = await (await hub.api(`/hub/v1/policy/${client}`)).json();
    expect(form).toMatchObject({ object: "vendor_policy", client, file });
  }
  expect((await hub.api("/hub/v1/policy/other")).status).toBe(404);
  expect((await send(chat, "denied", "1.00")).status).toBe(403);
});

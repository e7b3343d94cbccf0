import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { periodOf } from "../../../src/hubServer/values/calendar.ts";
import { chatBody, HubLab, type HubProcess, until } from "../hubServer/hubProcess.ts";

/** The program itself, over HTTP, with budgets that its administrator has set. */
const lab = new HubLab();
const adminToken = "hub_admin_of_this_test_only_0123456789";

beforeAll(() => lab.build());
afterAll(() => lab.dispose());

/** A hub, and the API as a token of the standard profile sees it. */
async function start(name: string, args: readonly string[] = []): Promise<HubProcess> {
  const hub = await lab.start(["--data", join(lab.home, name), ...args], {
    AI_HUB_ADMIN_TOKEN: adminToken,
  });
  const body = { name: "test", profile_id: "profile_default" };
  const made = (await admin(hub, "tokens", { method: "POST", body })) as { readonly token: string };
  const api: HubProcess["api"] = (path, init = {}) =>
    fetch(hub.url + path, {
      ...init,
      headers: { authorization: `Bearer ${made.token}`, ...init.headers },
    });
  return { ...hub, api };
}

async function admin(
  hub: HubProcess,
  path: string,
  init?: { readonly method: string; readonly body: object },
): Promise<unknown> {
  const response = await fetch(`${hub.url}/hub/admin/v1/${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    ...(init && { method: init.method, body: JSON.stringify(init.body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

async function budget(hub: HubProcess, limit: number): Promise<string> {
  const body = {
    scope: "profile",
    subject_id: "profile_default",
    unit: "tokens",
    limit: String(limit),
    warn_at: [],
  };
  return ((await admin(hub, "budgets", { method: "POST", body })) as { readonly id: string }).id;
}

async function usage(hub: HubProcess): Promise<unknown> {
  return (await hub.api("/hub/v1/usage")).json();
}

/** Reads some of a stream. */
async function readSome(response: Response, chunks: number): Promise<ReadableStreamDefaultReader> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let count = 0; count < chunks; count += 1) {
    expect((await reader.read()).done).toBe(false);
  }
  return reader;
}

test("200 parallel requests under a cap for 20 are answered exactly 20 times", async () => {
  const hub = await start("parallel");
  await budget(hub, 20 * 11);
  // Forty characters in, one token out.
  const body = chatBody("hub-demo", "x".repeat(40), { max_tokens: 1 });
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => hub.api("/hub/v1/chat/completions", body)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.filter((status) => status === 402)).toHaveLength(180);
});

test("max_tokens of 32,000 with few tokens left is served, and cut as if at its length", async () => {
  const hub = await start("cut");
  await budget(hub, 60);
  const fields = { max_tokens: 32_000, stream: true };
  const response = await hub.api(
    "/hub/v1/messages",
    chatBody("hub-demo", "Explain everything about budgets.", fields),
  );
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('"stop_reason":"max_tokens"');
  await until("it is settled", async () => {
    const { totals } = (await usage(hub)) as { readonly totals: Record<string, number> };
    return totals["requests"] === 1;
  });
  expect(await usage(hub)).toMatchObject({
    budgets: [{ scope: "profile", limit: "60", reserved: "0" }],
  });
  const { totals } = (await usage(hub)) as { readonly totals: { readonly total_tokens: number } };
  expect(totals.total_tokens).toBeGreaterThan(40);
  expect(totals.total_tokens).toBeLessThan(80);
});

describe("a stream that ends before its end", () => {
  test("a client that leaves after three chunks has its usage counted", async () => {
    const hub = await start("left", ["--demo-speed", "20"]);
    const id = await budget(hub, 100_000);
    const response = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-demo", "Tell me a long story.", { stream: true }),
    );
    await (await readSome(response, 3)).cancel();
    await until("it is settled", async () => {
      const { data } = (await admin(hub, "audit?kind=stream.abort")) as {
        readonly data: readonly unknown[];
      };
      return data.length === 1;
    });
    expect(await usage(hub)).toMatchObject({ budgets: [{ id, reserved: "0" }] });
    const { totals } = (await usage(hub)) as { readonly totals: Record<string, number> };
    expect(totals["output_tokens"]).toBeGreaterThan(0);
  });

  test("a hub that is killed in a stream leaves nothing reserved after its lease", async () => {
    const hub = await start("killed", ["--demo-speed", "20"]);
    const budgetId = await budget(hub, 100_000);
    const response = await hub.api(
      "/hub/v1/chat/completions",
      chatBody("hub-demo", "Tell me a long story.", { stream: true }),
    );
    await readSome(response, 3);
    hub.child.kill("SIGKILL");
    expect(await hub.ended).toBe("SIGKILL");
    const store = openSqliteStore(join(lab.home, "killed", "hub.db"), { now: Date.now });
    const { ledger } = store;
    const period = periodOf(Date.now(), "America/Sao_Paulo");
    const state = async (): Promise<object | undefined> =>
      (await ledger.budgetStates([{ budgetId, period }]))[0];
    expect(await state()).not.toMatchObject({ reserved: 0 });
    expect(await ledger.reap(Date.now() + 61_000)).toBe(1);
    expect(await state()).toMatchObject({ reserved: 0 });
    const days = { fromDay: "2020-01-01", toDay: "2099-01-01" };
    expect(await ledger.usageRecords(days, { limit: 10 })).toMatchObject([{ outcome: "aborted" }]);
    await store.close();
  });
});

test("the same protected text is refused by each route in its own form, and written nowhere", async () => {
  const hub = await start("dlp");
  const profile = (await admin(hub, "profiles/profile_default")) as { readonly dlp: object };
  const dlp = { ...profile.dlp, cpf: "block" };
  await admin(hub, "profiles/profile_default", { method: "PATCH", body: { dlp } });
  const text = "CPF 529.982.247-25";
  const chat = await hub.api("/hub/v1/chat/completions", chatBody("hub-demo", text));
  expect([chat.status, await chat.json()]).toMatchObject([
    400,
    { error: { code: "dlp_blocked", dlp: [{ type: "cpf", field: "messages[0].content" }] } },
  ]);
  const messages = await hub.api("/hub/v1/messages", chatBody("hub-demo", text, { max_tokens: 5 }));
  expect([messages.status, await messages.json()]).toMatchObject([
    400,
    { type: "error", error: { type: "invalid_request_error", dlp: [{ type: "cpf" }] } },
  ]);
  const embeddings = await hub.api("/hub/v1/embeddings", {
    method: "POST",
    body: JSON.stringify({ model: "hub-hash-512", input: text }),
  });
  expect(embeddings.status).toBe(400);
  const folder = join(lab.home, "dlp");
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  expect(files.some((content) => content.includes("dlp.block"))).toBe(true);
  const written = [...files, hub.stdout(), hub.stderr()].join("");
  expect(written).not.toContain("529.982");
  expect(written).not.toContain("52998224725");
});

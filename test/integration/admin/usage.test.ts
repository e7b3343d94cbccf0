import { afterEach, beforeEach, expect, test } from "vitest";

import { adminUsageSchema } from "../../../src/shared/hubApi/hubReports.ts";
import { AdminServer, adminToken, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

interface Use {
  readonly id: string;
  readonly day?: string;
  readonly userId?: string;
  readonly app?: string;
  readonly model?: string;
  readonly budgetId?: string;
}

/** A request of 1,000 tokens in, 500 out, for 0.25. */
async function use({ id, day = "2026-11-20", userId, app = "crm", ...more }: Use): Promise<void> {
  const { ledger } = hub.store;
  const { model = "hub-demo", budgetId } = more;
  const now = startOfTest;
  await ledger.reserve({
    id,
    subject: {
      requestId: id,
      tokenId: "tok_1",
      profileId: "profile_default",
      sectorId: "sector_default",
      app,
      model,
      format: "openai",
      ...(userId !== undefined && { userId }),
    },
    now,
    day,
    leaseUntil: now + 60_000,
    budgets:
      budgetId === undefined
        ? []
        : [
            {
              budgetId,
              period: "2026-11",
              limit: 10_000_000,
              fixed: 100_000,
              perMillionOutput: 300_000_000,
              unit: "money",
            },
          ],
    rateLimits: {},
    inputTokens: 1_000,
    outputTokens: 500,
    inputCost: 100_000,
    perMillionOutput: 300_000_000,
  });
  await ledger.settle({
    id,
    now,
    inputTokens: 1_000,
    cachedTokens: 100,
    cacheWriteTokens: 0,
    outputTokens: 500,
    cost: 250_000,
    usageSource: "upstream",
    outcome: "complete",
    status: 200,
    latencyMs: 900,
  });
}

const oneRequest = {
  requests: 1,
  input_tokens: 1_000,
  output_tokens: 500,
  cached_tokens: 100,
  total_tokens: 1_500,
  cost: "0.25",
};

test("a report without anything asked is the sum of this month in the hub's time zone", async () => {
  await use({ id: "1" });
  await use({ id: "2", day: "2026-11-01" });
  await use({ id: "3", day: "2026-10-31" });
  const { body } = await hub.ask("GET", "/usage");
  expect(adminUsageSchema.parse(body)).toEqual(body);
  expect(body).toEqual({
    object: "usage",
    start: "2026-11-01",
    end: "2026-11-30",
    time_zone: "America/Sao_Paulo",
    currency: "USD",
    group_by: [],
    data: [
      {
        group: {},
        requests: 2,
        input_tokens: 2_000,
        output_tokens: 1_000,
        cached_tokens: 200,
        total_tokens: 3_000,
        cost: "0.50",
      },
    ],
  });
});

test("the report says what clients told of their completions", async () => {
  await use({ id: "1", app: "vscode-completion" });
  await use({ id: "2", app: "crm" });
  const subject = {
    requestId: "1",
    tokenId: "tok_1",
    profileId: "profile_default",
    sectorId: "sector_default",
    app: "vscode-completion",
    model: "hub-demo",
    format: "completions",
  } as const;
  await hub.store.ledger.noteOffers(subject, "2026-11-20", { offered: 8, kept: 2 });
  const { body } = await hub.ask("GET", "/usage?group_by=app");
  expect(body.data).toEqual([
    { group: { app: "crm" }, ...oneRequest },
    { group: { app: "vscode-completion" }, ...oneRequest, offered: 8, kept: 2 },
  ]);
});

test("a report by app and user has a row for each pair, an empty name for none", async () => {
  await use({ id: "1", app: "vscode", userId: "user_ana" });
  await use({ id: "2", app: "vscode" });
  const { body } = await hub.ask("GET", "/usage?group_by=app,user_id");
  expect(body["group_by"]).toEqual(["app", "user_id"]);
  expect(body.data).toHaveLength(2);
  expect(body.data).toContainEqual({
    group: { app: "vscode", user_id: "user_ana" },
    ...oneRequest,
  });
  expect(body.data).toContainEqual({ group: { app: "vscode", user_id: "" }, ...oneRequest });
});

test("a report of some days, of one model", async () => {
  await use({ id: "1", day: "2026-10-05", model: "hub-large" });
  await use({ id: "2", day: "2026-10-06", model: "hub-large" });
  await use({ id: "3", day: "2026-10-05" });
  const query = "start=2026-10-05&end=2026-10-05&group_by=day&model=hub-large";
  const { body } = await hub.ask("GET", `/usage?${query}`);
  expect(body.data).toEqual([{ group: { day: "2026-10-05" }, ...oneRequest }]);
});

test.each([
  ["start=2026-02-30", "start"],
  ["start=today", "start"],
  ["end=2026-10-01&start=2026-11-01", "end"],
  ["start=2020-01-01&end=2026-01-01", "end"],
  ["group_by=password", "group_by"],
  ["group_by=day,model,app,user_id", "group_by"],
])("a report that cannot be made is refused: %s", async (query, param) => {
  const { status, body } = await hub.ask("GET", `/usage?${query}`);
  expect([status, body.error.param]).toEqual([400, param]);
});

test("a user's own report never has anybody else's use, whatever she asks for", async () => {
  await hub.addUser({ id: "user_ana" });
  const headers = await hub.sessionOf("user_ana@example.com");
  await use({ id: "1", userId: "user_ana" });
  await use({ id: "2", userId: "user_bia" });
  for (const query of ["", "?user_id=user_bia", "?token_id=tok_1"]) {
    const { body } = await hub.send("GET", `/me/usage${query}`, { headers });
    expect(body.data).toEqual([{ group: {}, ...oneRequest }]);
  }
});

test("a budget shows what was spent, what is left and what the month will come to", async () => {
  const { body } = await hub.ask("POST", "/budgets", {
    scope: "sector",
    subject_id: "sector_default",
    unit: "money",
    limit: "10",
    warn_at: [],
  });
  await use({ id: "1", budgetId: body.id });
  await use({ id: "2", budgetId: body.id });
  // 20.5 of 30 days have gone.
  expect((await hub.ask("GET", `/budgets/${body.id}`)).body).toMatchObject({
    spent: "0.50",
    reserved: "0.00",
    remaining: "9.50",
    forecast: "0.731707",
  });
});

/** Reads the live stream piece by piece. */
async function watch(): Promise<{
  readonly next: () => Promise<string>;
  readonly leave: () => Promise<void>;
}> {
  const response = await fetch(`${hub.url}/hub/admin/v1/usage/live`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    next: async () => (await reader?.read())?.value ?? "",
    leave: async () => reader?.cancel(),
  };
}

test("who watches hears of every request that ends from then on", async () => {
  await use({ id: "before" });
  const { next, leave } = await watch();
  expect(await next()).toBe(": usage as it happens\n\n");
  await use({ id: "req_1", app: "vscode" });
  await hub.store.audit.append({ kind: "admin.change", time: startOfTest });
  hub.clock.advance(1_000);
  const piece = await next();
  expect(piece).toMatch(/^event: usage\ndata: \{.*\}\n\n$/u);
  expect(JSON.parse(piece.slice("event: usage\ndata: ".length))).toMatchObject({
    kind: "usage",
    request_id: "req_1",
    app: "vscode",
    cost: "0.25",
  });
  await leave();
});

test("a stream on which nothing happens stays alive by comments", async () => {
  const { next, leave } = await watch();
  await next();
  hub.clock.advance(15_000);
  expect(await next()).toBe(": \n\n");
  await leave();
});

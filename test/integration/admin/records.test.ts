import { afterEach, beforeEach, expect, test } from "vitest";

import { AdminServer, profileBody, sectorBody, startOfTest, userBody } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const createdAt = new Date(startOfTest).toISOString();

test("a sector is made, listed, renamed and deleted", async () => {
  const made = await hub.ask("POST", "/sectors", sectorBody);
  expect(made.status).toBe(201);
  expect(made.body).toEqual({ id: made.body.id, name: "Research", created_at: createdAt });
  const path = `/sectors/${made.body.id}`;
  expect((await hub.ask("PATCH", path, { name: "Science" })).body.name).toBe("Science");
  expect((await hub.ask("GET", path)).body.name).toBe("Science");
  const { body } = await hub.ask("GET", "/sectors");
  expect(body).toMatchObject({ object: "list", has_more: false, next: null });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(["General", "Science"]);
  expect((await hub.ask("DELETE", path)).body).toEqual({
    id: made.body.id,
    object: "sector",
    deleted: true,
  });
  expect((await hub.ask("GET", path)).status).toBe(404);
});

test("a profile without limits for agents has none, and a change of them is in the audit by name", async () => {
  const { agent, exclusions, skills, ...plain } = profileBody;
  const { body } = await hub.ask("POST", "/profiles", plain);
  expect(body["agent"]).toEqual({
    is_allowed: true,
    max_level: null,
    mcp_servers: ["*"],
    mcp_pins: [],
    allow_commands: true,
    web_sites: [],
    checks: [],
    max_run_cost: null,
    max_run_tokens: null,
  });
  expect(await hub.store.records.get("profile", body.id)).not.toHaveProperty("agent");
  expect([body["exclusions"], body["skills"]]).toEqual([[], []]);
  await hub.ask("PATCH", `/profiles/${body.id}`, { exclusions, skills });
  const changed = await hub.ask("PATCH", `/profiles/${body.id}`, { agent });
  expect(changed.body["agent"]).toEqual(agent);
  expect(changed.body["exclusions"]).toEqual(exclusions);
  expect(changed.body["skills"]).toEqual(skills);
  const [event] = await hub.store.audit.list({ kinds: ["admin.change"] }, { limit: 1 });
  expect(event?.detail).toMatchObject({ object: "profile", fields: "agent" });
  // A program from before these fields switches nothing on again, and removes no pin.
  const { allow_commands: _, mcp_pins: pins, web_sites, checks, ...old } = agent;
  const again = await hub.ask("PATCH", `/profiles/${body.id}`, { agent: old });
  const kept = { allow_commands: false, mcp_pins: pins, web_sites, checks };
  expect(again.body["agent"]).toMatchObject(kept);
  const none = await hub.ask("PATCH", `/profiles/${body.id}`, { agent: { ...old, mcp_pins: [] } });
  expect(none.body["agent"]).toMatchObject({ mcp_pins: [] });
});

test.each([
  { ...profileBody.agent, max_level: "everything" },
  { ...profileBody.agent, max_run_cost: "-1" },
  { ...profileBody.agent, mcp_servers: [""] },
  { ...profileBody.agent, web_sites: ["https://example.com/path"] },
  { ...profileBody.agent, web_sites: ["https://a:b:c"] },
  { ...profileBody.agent, web_sites: ["https://["] },
  { ...profileBody.agent, checks: ["npm test"] },
  { ...profileBody.agent, checks: [{ command: "" }] },
  { ...profileBody.agent, checks: [{ command: "a", seconds: 601 }] },
  { ...profileBody.agent, checks: [{ command: "a", shell: "sh" }] },
  { ...profileBody.agent, checks: Array.from({ length: 11 }, () => ({ command: "a" })) },
  { ...profileBody.agent, mcp_pins: ["git/log"] },
  { ...profileBody.agent, mcp_pins: [`log@${"a1".repeat(32)}`] },
  { ...profileBody.agent, mcp_pins: [`git/log@${"A1".repeat(32)}`] },
  {
    ...profileBody.agent,
    mcp_pins: Array.from({ length: 501 }, () => profileBody.agent.mcp_pins[0]),
  },
  { ...profileBody.agent, mcp_servers: Array.from({ length: 201 }, () => "a") },
])("limits of agents that make no sense are refused: %j", async (agent) => {
  expect((await hub.ask("POST", "/profiles", { ...profileBody, agent })).status).toBe(400);
});

test("a profile keeps every rule it was given, and a change of one leaves the others", async () => {
  const made = await hub.ask("POST", "/profiles", profileBody);
  expect(made.body).toEqual({ ...profileBody, id: made.body.id, created_at: createdAt });
  const dlp = { ...profileBody.dlp, phone: "block" };
  const changed = await hub.ask("PATCH", `/profiles/${made.body.id}`, { dlp: { phone: "block" } });
  expect(changed.body).toEqual({ ...made.body, dlp });
  expect(await hub.store.records.get("profile", made.body.id)).toMatchObject({
    policy: { maxOutputTokens: 1_000, allowsTools: false, forced: { temperature: 0 } },
    rateLimits: { requestsPerMinute: 60 },
  });
});

test("null takes an optional field away", async () => {
  const { body } = await hub.ask("POST", "/profiles", profileBody);
  const policy = { ...profileBody.policy, max_output_tokens: null };
  await hub.ask("PATCH", `/profiles/${body.id}`, { policy, rate_limits: {} });
  const profile = await hub.store.records.get("profile", body.id);
  expect(profile?.policy).not.toHaveProperty("maxOutputTokens");
  expect(profile?.rateLimits).toEqual({});
});

test("a user never shows a password or its hash", async () => {
  const secret = "a very secret password";
  const { body } = await hub.ask("POST", "/users", { ...userBody, password: secret });
  expect(body).toEqual({
    ...userBody,
    id: body.id,
    login: "rita@example.com",
    has_password: true,
    openid: null,
    created_at: createdAt,
  });
  const everything = JSON.stringify([
    await hub.ask("GET", "/users"),
    await hub.ask("GET", "/audit"),
    await hub.store.records.list("user"),
  ]);
  expect(everything).not.toContain(secret);
  expect(JSON.stringify((await hub.ask("GET", "/users")).body)).not.toContain("scrypt");
});

test("a login that only differs in case, or a name that is taken, is a conflict", async () => {
  await hub.ask("POST", "/users", userBody);
  const again = await hub.ask("POST", "/users", { ...userBody, login: "RITA@example.COM" });
  expect(again.status).toBe(409);
  expect(again.body.error).toMatchObject({ code: "conflict", param: "login" });
  expect((await hub.ask("POST", "/sectors", { name: "GENERAL" })).status).toBe(409);
  expect((await hub.ask("POST", "/profiles", { ...profileBody, name: "Standard" })).status).toBe(
    409,
  );
});

test("a name that a record has already is its own", async () => {
  expect((await hub.ask("PATCH", "/sectors/sector_default", { name: "GENERAL" })).status).toBe(200);
});

test.each([
  ["sectors", "sector_default", /1 user, the settings/u],
  ["profiles", "profile_default", /1 user, the settings/u],
  ["users", "user_admin", /the administrator's token/u],
])("what is in use in %s is not deleted, and the answer says by what", async (path, id, words) => {
  const { status, body } = await hub.ask("DELETE", `/${path}/${id}`);
  expect(status).toBe(409);
  expect(body.error.message).toMatch(words);
  expect((await hub.ask("GET", `/${path}/${id}`)).status).toBe(200);
});

test("the user whom the administrator's token stands for stays an active administrator", async () => {
  expect((await hub.ask("PATCH", "/users/user_admin", { role: "user" })).status).toBe(409);
  expect((await hub.ask("PATCH", "/users/user_admin", { is_active: false })).status).toBe(409);
  expect((await hub.ask("PATCH", "/users/user_admin", { name: "Root" })).status).toBe(200);
});

test("a budget shows what is left of it this month, and when the next begins", async () => {
  const body = {
    scope: "sector",
    subject_id: "sector_default",
    unit: "money",
    limit: "12.5",
    warn_at: [90, 50, 90],
  };
  const made = await hub.ask("POST", "/budgets", body);
  expect(made.body).toEqual({
    ...body,
    id: made.body.id,
    limit: "12.50",
    warn_at: [50, 90],
    created_at: createdAt,
    period: "2026-11",
    resets_at: "2026-12-01T03:00:00.000Z",
    spent: "0.00",
    reserved: "0.00",
    remaining: "12.50",
    forecast: "0.00",
  });
  expect((await hub.ask("POST", "/budgets", body)).status).toBe(409);
  expect((await hub.ask("POST", "/budgets", { ...body, unit: "tokens" })).body.error.param).toBe(
    "limit",
  );
  const tokens = { ...body, unit: "tokens", limit: "500" };
  expect((await hub.ask("POST", "/budgets", tokens)).body.remaining).toBe("500");
});

test("an upstream keeps where its key is, never a key", async () => {
  const body = {
    name: "lab",
    url: "http://127.0.0.1:9/v1",
    format: "openai",
    key_from: { variable: "AI_HUB_UPSTREAM_LAB_KEY" },
    is_active: true,
  };
  const made = await hub.ask("POST", "/upstreams", body);
  expect(made.body).toEqual({
    ...body,
    id: made.body.id,
    created_at: createdAt,
    source: "record",
    key_problem: "The variable AI_HUB_UPSTREAM_LAB_KEY has no key where the hub runs.",
  });
});

test.each([
  [{ url: "ftp://example.com" }, "url"],
  [{ url: "https://user:pass@example.com" }, "url"],
  [{ url: "https://example.com/?key=1" }, "url"],
  [{ name: "with space" }, "name"],
  [{ key_from: { variable: "AI_HUB_ADMIN_TOKEN" } }, "key_from"],
  [{ key_from: { variable: "DATABASE_URL" } }, "key_from"],
  [{ key_from: { variable: "AWS_SECRET_ACCESS_KEY" } }, "key_from"],
  [{ key_from: { variable: "AI_HUB_UPSTREAM_KEY" } }, "key_from"],
  [{ key_from: { file: "/etc/hostname" } }, "key_from"],
  [{ format: "gopher" }, "format"],
])("an upstream of %j is refused, naming the field", async (change, field) => {
  const body = { name: "lab", url: "http://127.0.0.1:9", format: "openai", is_active: true };
  const answer = await hub.ask("POST", "/upstreams", { ...body, ...change });
  expect([answer.status, answer.body.error.param]).toEqual([400, field]);
});

test("a reference to what is not there is refused, naming the field", async () => {
  const answer = await hub.ask("POST", "/users", { ...userBody, sector_id: "sector_none" });
  expect([answer.status, answer.body.error.param]).toEqual([400, "sector_id"]);
  const budget = { scope: "user", subject_id: "nobody", unit: "money", limit: "1", warn_at: [] };
  expect((await hub.ask("POST", "/budgets", budget)).body.error.param).toBe("subject_id");
});

test("the settings change field by field and never show the administrator's token", async () => {
  const { body } = await hub.ask("GET", "/settings");
  expect(body).toEqual({
    time_zone: "America/Sao_Paulo",
    currency: "USD",
    budget_status: 402,
    default_profile_id: "profile_default",
    default_sector_id: "sector_default",
    refuses_unpriced: false,
    retention_days: null,
  });
  const changed = await hub.ask("PATCH", "/settings", { time_zone: "Europe/Lisbon" });
  expect(changed.body).toEqual({ ...body, time_zone: "Europe/Lisbon" });
  expect((await hub.ask("GET", "/settings")).status).toBe(200);
});

test.each([
  [{ time_zone: "Mars/Olympus" }, "time_zone"],
  [{ currency: "usd" }, "currency"],
  [{ budget_status: 418 }, "budget_status"],
  [{ default_profile_id: "profile_none" }, "default_profile_id"],
  [{ retention_days: 0 }, "retention_days"],
])("settings of %j are refused, naming the field", async (change, field) => {
  const answer = await hub.ask("PATCH", "/settings", change);
  expect([answer.status, answer.body.error.param]).toEqual([400, field]);
});

test("every change is in the audit with who made it and which fields, and no value", async () => {
  const { body } = await hub.ask("POST", "/users", { ...userBody, password: "ten characters" });
  await hub.ask("PATCH", `/users/${body.id}`, { name: "Rita L.", password: "eleven characters" });
  await hub.ask("DELETE", `/users/${body.id}`);
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/u) as string;
  const common = { object: "user", object_id: body.id, by: "admin token", state: digest };
  expect(await hub.events()).toEqual([
    {
      kind: "admin.change",
      userId: "user_admin",
      detail: { ...common, action: "create", name: "Rita" },
    },
    {
      kind: "admin.change",
      userId: "user_admin",
      detail: { ...common, action: "update", name: "Rita L.", fields: "name, password" },
    },
    {
      kind: "admin.change",
      userId: "user_admin",
      detail: { ...common, action: "delete", name: "Rita L.", state: "removed" },
    },
  ]);
});

test("a change that changes nothing is neither stored nor audited", async () => {
  const version = await hub.store.records.version();
  const { status } = await hub.ask("PATCH", "/sectors/sector_default", { name: "General" });
  expect(status).toBe(200);
  expect(await hub.store.records.version()).toBe(version);
  expect(await hub.events()).toEqual([]);
});

test("changes at the same moment are made one after another: of ten alike one is made", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => hub.ask("POST", "/sectors", sectorBody)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
});

test("whoever keeps a copy of the records is told of every change", async () => {
  await hub.ask("GET", "/sectors");
  expect(hub.changes).toBe(0);
  await hub.ask("POST", "/sectors", sectorBody);
  expect(hub.changes).toBe(1);
});

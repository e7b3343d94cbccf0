import { afterEach, beforeEach, expect, test } from "vitest";

import { adminToken, AdminServer, type Answer, headersOf, password } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
  await hub.addUser({ id: "user_ana", name: "Ana" });
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const login = "user_ana@example.com";

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await hub.send("GET", "/session", { headers })).status;
}

test("a password opens a session of twelve hours in a cookie that no script reads", async () => {
  const answer = await hub.signIn("  USER_Ana@example.com ");
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    user: {
      id: "user_ana",
      name: "Ana",
      login,
      role: "user",
      profile: "Standard",
      sector: "General",
    },
    csrf_token: answer.body.csrf_token,
    currency: "USD",
    time_zone: "America/Sao_Paulo",
    version: "1.2.3",
  });
  expect(answer.body.csrf_token).toMatch(/^[\w-]{43}$/u);
  expect(answer.headers.get("set-cookie")).toMatch(
    /^ai_hub_session=[\w-]{43}; Path=\/hub; HttpOnly; SameSite=Strict; Max-Age=43200$/u,
  );
  const headers = headersOf(answer);
  expect((await hub.send("GET", "/session", { headers })).body).toEqual(answer.body);
  hub.clock.advance(12 * 3_600_000 - 1);
  expect(await statusWith(headers)).toBe(200);
  hub.clock.advance(1);
  expect(await statusWith(headers)).toBe(401);
});

test.each([{ "x-forwarded-proto": "https" }, { origin: "https://hub.example.com" }])(
  "where the page came by https the cookie never goes without: %j",
  async (headers) => {
    const answer = await hub.signIn(login, password, headers);
    expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/u);
  },
);

test("the database has neither the session's secret nor the password", async () => {
  const { cookie = "" } = await hub.sessionOf(login);
  const stored = JSON.stringify(await hub.store.records.list("user"));
  expect(stored).toContain("scrypt$");
  expect(stored).not.toContain(password);
  const secret = cookie.split("=")[1] ?? "";
  expect(secret).toHaveLength(43);
  expect(await hub.store.sessions.find(secret, hub.clock.now())).toBeUndefined();
});

test("the administrator's token signs the administrator in", async () => {
  const answer = await hub.send("POST", "/session", { body: { admin_token: adminToken } });
  expect(answer.body.user).toMatchObject({ id: "user_admin", role: "admin" });
  const headers = headersOf(answer);
  expect((await hub.send("GET", "/users", { headers })).status).toBe(200);
  const wrong = await hub.send("POST", "/session", { body: { admin_token: "guessed" } });
  expect(wrong.status).toBe(401);
});

test("a wrong password, a login that is not there, one without password and one that is not active get the same answer", async () => {
  await hub.addUser({ id: "user_off", isActive: false });
  const user = await hub.addUser({ id: "user_none" });
  const { passwordHash: _, ...without } = user;
  await hub.store.records.put("user", without);
  const answers = [
    await hub.signIn(login, "wrong password"),
    await hub.signIn("nobody@example.com"),
    await hub.signIn("user_none@example.com"),
    await hub.signIn("user_off@example.com"),
  ];
  const [first] = answers;
  expect(first?.status).toBe(401);
  for (const { status, body, headers } of answers) {
    expect([status, body, headers.get("set-cookie")]).toEqual([first?.status, first?.body, null]);
  }
});

/** Lets the try begin that waits; `pendingTimers` shows that the hub has read its request. */
async function afterWait(answer: Promise<Answer>, ms: number): Promise<number> {
  await expect.poll(() => hub.clock.pendingTimers).toBe(1);
  hub.clock.advance(ms - 1);
  expect(hub.clock.pendingTimers).toBe(1);
  hub.clock.advance(1);
  return (await answer).status;
}

test("wrong passwords make the next try wait, longer each time, and the right one opens", async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await hub.signIn(login, `guess ${tries}`)).status).toBe(401);
  }
  expect(await afterWait(hub.signIn(`\uff35${login.slice(1)}`, "guess 5"), 1_000)).toBe(401);
  expect((await hub.signIn("user_other@example.com", "x")).status).toBe(401);
  const elsewhere = { "x-test-address": "198.51.100.8" };
  expect((await hub.signIn(login, password, elsewhere)).status).toBe(201);
  expect(await afterWait(hub.signIn(login), 2_000)).toBe(201);
});

test("of many tries for one login that must wait all but the last are refused, with the time to wait", async () => {
  for (let tries = 0; tries < 5; tries += 1) {
    await hub.signIn(login, `guess ${tries}`);
  }
  const trying = Promise.all(Array.from({ length: 15 }, () => hub.signIn(login, "guess")));
  await expect.poll(() => hub.clock.pendingTimers).toBe(15);
  hub.clock.advance(1_000);
  const answers = await trying;
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(14);
  expect(new Set(refused.map(({ headers }) => headers.get("retry-after")))).toEqual(new Set(["5"]));
});

test("failed sign-ins are in the audit once a minute, with how many there were, and never what was typed", async () => {
  await hub.signIn(login, "secret typo one");
  await hub.signIn(login, "secret typo two");
  await hub.signIn(login, "secret typo three");
  expect(await hub.events()).toEqual([
    { kind: "auth.fail", detail: { reason: "sign_in", attempts: 1 } },
  ]);
  hub.clock.advance(60_000);
  await hub.signIn(login, "secret typo four");
  const events = await hub.events();
  expect(events.at(-1)).toEqual({ kind: "auth.fail", detail: { reason: "sign_in", attempts: 3 } });
  expect(JSON.stringify(events)).not.toContain("typo");
});

test("signing out ends the session for good", async () => {
  const headers = await hub.sessionOf(login);
  const answer = await hub.send("DELETE", "/session", { headers });
  expect(answer.headers.get("set-cookie")).toMatch(/^ai_hub_session=;.*Max-Age=0$/u);
  expect(await statusWith(headers)).toBe(401);
});

test.each([
  ["is deactivated", { is_active: false }],
  ["gets another password", { password: "another password" }],
  ["gets another role", { role: "admin" }],
  ["gets another login", { login: "new@example.com" }],
])("every session of a user who %s ends at once", async (_, change) => {
  const first = await hub.sessionOf(login);
  const second = await hub.sessionOf(login);
  expect((await hub.ask("PATCH", "/users/user_ana", change)).status).toBe(200);
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401]);
});

test("another name of a user ends nothing", async () => {
  const headers = await hub.sessionOf(login);
  await hub.ask("PATCH", "/users/user_ana", { name: "Ana S." });
  expect((await hub.send("GET", "/session", { headers })).body.user.name).toBe("Ana S.");
});

test("a user who is deleted is signed out", async () => {
  const headers = await hub.sessionOf(login);
  expect((await hub.ask("DELETE", "/users/user_ana")).status).toBe(200);
  expect(await statusWith(headers)).toBe(401);
});

test("who is made an ordinary user loses the administration at the next request", async () => {
  await hub.addUser({ id: "user_eva", role: "admin" });
  const headers = await hub.sessionOf("user_eva@example.com");
  expect((await hub.send("GET", "/users", { headers })).status).toBe(200);
  const eva = await hub.store.records.get("user", "user_eva");
  if (eva) {
    await hub.store.records.put("user", { ...eva, role: "user" });
  }
  expect((await hub.send("GET", "/users", { headers })).status).toBe(403);
});

test("another session's CSRF token is worth nothing", async () => {
  const mine = await hub.sessionOf(login);
  const other = await hub.sessionOf(login);
  const headers = { ...mine, "x-csrf-token": other["x-csrf-token"] ?? "" };
  expect((await hub.send("POST", "/me/tokens", { headers, body: { name: "t" } })).status).toBe(403);
});

test("cookies of other programs on this host are no failed attempt", async () => {
  expect(await statusWith({ cookie: "grafana=1; other=2" })).toBe(401);
  expect(await hub.events()).toEqual([]);
  expect(await statusWith({ cookie: "ai_hub_session=ended" })).toBe(401);
  expect(await hub.events()).toEqual([
    { kind: "auth.fail", detail: { reason: "session", attempts: 1 } },
  ]);
});

test.each([
  "ai_hub_session=",
  "ai_hub_session=x; ai_hub_session=y",
  "a=b",
  "=;=;=",
  "ai_hub_session",
])("a cookie that is none of ours signs nobody in: %j", async (cookie) => {
  expect(await statusWith({ cookie })).toBe(401);
});

test("how one can sign in is told to everybody", async () => {
  expect((await hub.send("GET", "/sign-in-options")).body).toEqual({
    password: true,
    admin_token: true,
    openid: null,
  });
  expect((await hub.send("GET", "/openid/start")).status).toBe(404);
});

import { afterEach, beforeEach, expect, test } from "vitest";

import { AdminServer, profileBody, sectorBody, userBody } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

test.each([
  "\uff42oss@example.org",
  "bo\u017fs",
  "bo ss",
  "b\u200doss",
  "\u00aa",
  "boss\u1160",
  "boss\ufe0f",
])(
  "a login with a second spelling or a blank is refused, and the form is named: %j",
  async (login) => {
    const { status, body } = await hub.ask("POST", "/users", { ...userBody, login });
    expect([status, body.error.param]).toEqual([400, "login"]);
    expect(body.error.message).toMatch(
      /user name or an e-mail address, such as "ana@example.com"/u,
    );
  },
);

test("a login that was stored with a blank stays with its user through other changes", async () => {
  await hub.addUser({ id: "user_old", login: "old login" });
  const { status, body } = await hub.ask("PATCH", "/users/user_old", { name: "Old" });
  expect([status, body["login"]]).toEqual([200, "old login"]);
});

test("two profiles or sectors cannot have names that look alike", async () => {
  for (const [path, input] of [
    ["/sectors", sectorBody],
    ["/profiles", profileBody],
  ] as const) {
    expect((await hub.ask("POST", path, input)).status).toBe(201);
    const name = `\uff32${input.name.slice(1)}`;
    expect((await hub.ask("POST", path, { ...input, name })).status).toBe(409);
  }
});

test("an amount is read with a point or a comma, and one that could be two numbers is refused", async () => {
  const budget = { scope: "user", subject_id: "user_admin", unit: "money", warn_at: [] };
  for (const [limit, read] of [
    ["5,50", "5.50"],
    ["5.5", "5.50"],
    ["1,2345", "1.2345"],
    ["1,234", undefined],
    ["1.234,50", undefined],
    ["5,", undefined],
  ]) {
    const { status, body } = await hub.ask("POST", "/budgets", { ...budget, limit });
    expect([limit, status, body["limit"]]).toEqual([limit, read === undefined ? 400 : 201, read]);
    await hub.ask("DELETE", `/budgets/${body.id}`);
  }
});

const budgetBody = {
  scope: "user",
  subject_id: "user_admin",
  unit: "money",
  limit: "1.00",
  warn_at: [],
};
const upstreamBody = { name: "u", url: "http://127.0.0.1:9", format: "openai", is_active: true };
const modelBody = { tiers: [], is_active: true };
const price = { input: "1", output: "1" };

test.each([
  [
    "POST /profiles",
    { ...profileBody, policy: { ...profileBody.policy, alow: ["x"] } },
    "policy.alow",
    "allow",
  ],
  [
    "POST /profiles",
    { ...profileBody, dlp: { ...profileBody.dlp, cfp: "block" } },
    "dlp.cfp",
    "cpf",
  ],
  [
    "POST /profiles",
    { ...profileBody, agent: { ...profileBody.agent, max_cost: "1" } },
    "agent.max_cost",
    "max_run_cost",
  ],
  [
    "POST /profiles",
    { ...profileBody, rate_limit: { requests_per_minute: 1 } },
    "rate_limit",
    "rate_limits",
  ],
  [
    "PATCH /profiles/profile_default",
    { rate_limits: { request_per_minute: 1 } },
    "rate_limits.request_per_minute",
    "requests_per_minute",
  ],
  ["PATCH /profiles/profile_default", { policy: { alow: ["x"] } }, "policy.alow", "allow"],
  ["PATCH /settings", { refuse_unpriced: true }, "refuse_unpriced", "refuses_unpriced"],
  ["POST /sectors", { ...sectorBody, nam: "x" }, "nam", "name"],
  ["POST /users", { ...userBody, pasword: "0123456789" }, "pasword", "password"],
  ["PATCH /users/user_admin", { active: false }, "active", "is_active"],
  ["POST /tokens", { name: "t", expires: "2027-01-01T00:00:00Z" }, "expires", "expires_at"],
  [
    "POST /tokens",
    { name: "t", rate_limit: { parallel_requests: 1 } },
    "rate_limit",
    "rate_limits",
  ],
  ["POST /me/tokens", { name: "t", expires: "2027-01-01T00:00:00Z" }, "expires", "expires_at"],
  ["POST /budgets", { ...budgetBody, limt: "1.00" }, "limt", "limit"],
  ["POST /upstreams", { ...upstreamBody, key: "k" }, "key", "key_from"],
  [
    "POST /upstreams",
    { ...upstreamBody, key_from: { variable: "K", fil: "k" } },
    "key_from.fil",
    "variable",
  ],
  ["PUT /models/m", { ...modelBody, prize: price }, "prize", "price"],
  [
    "PUT /models/m",
    { ...modelBody, price: { ...price, cached: "1" } },
    "price.cached",
    "cached_input",
  ],
  [
    "PUT /models/m",
    { ...modelBody, tiers: [{ from_input_tokens: 1, price, from: 2 }] },
    "tiers.0.from",
    "from_input_tokens",
  ],
  ["POST /session", { login: "ana", password: "x", pasword: "y" }, "pasword", "password"],
  ["POST /users/user_admin/openid", { subject: "s", issuer: "i" }, "issuer", "subject"],
] as const)(
  "%s refuses an unknown field and names the nearest: %j",
  async (route, input, field, nearest) => {
    const [method = "", path = ""] = route.split(" ");
    const { status, body } = await hub.ask(method, path, input);
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_value", field]);
    expect(body.error.message).toBe(
      `There is no field "${field}". The nearest known one is "${nearest}". See openapi.json.`,
    );
    expect(await hub.events()).toEqual([]);
  },
);

test("what a record answers for its input fields is accepted when it is sent back", async () => {
  for (const path of ["/profiles/profile_default", "/users/user_admin", "/settings"]) {
    const shown = (await hub.ask("GET", path)).body;
    const { id: _id, created_at: _created, has_password: _has, openid: _openid, ...input } = shown;
    expect([path, (await hub.ask("PATCH", path, input)).status]).toEqual([path, 200]);
  }
});

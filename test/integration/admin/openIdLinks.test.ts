import { afterEach, beforeEach, expect, test } from "vitest";

import { type AdminServer, headersOf } from "./adminServer.ts";
import { ana, backOnPage, expectNobody, signInAt, startOpenIdHub } from "./openIdLab.ts";
import { OpenIdProvider } from "./openIdProvider.ts";

let provider: OpenIdProvider;
let hub: AdminServer;

beforeEach(async () => {
  provider = new OpenIdProvider();
  await provider.listen();
  hub = await startOpenIdHub(provider);
});
afterEach(async () => {
  await hub.close();
  await provider.close();
});

/** Written as escapes: an editor would show them like the address itself. */
const lookAlikes = [
  "\uff42oss@example.org",
  "bo\u017fs@example.org",
  "boss@example\uff0eorg",
  "boss@\u24d4xample.org",
  "boss@e\u0301xample.org",
  "bo\u200dss@example.org",
  " boss@example.org",
  "boss@example.org\n",
  "boss @example.org",
  "boss\u00a0@example.org",
  "@example.org",
  "boss@",
  "boss",
  "boss@example.org@example.org",
];

/** Every character beyond ASCII that some folding of Unicode makes the letter. */
function spellingsOf(letter: string): readonly string[] {
  const folds = [
    (text: string) => text.normalize("NFKC").toLowerCase(),
    (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(),
    (text: string) => text.toUpperCase().toLowerCase(),
  ];
  return Array.from({ length: 0x2_0000 }, (_, code) => code)
    .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((text) => folds.some((fold) => fold(text) === letter));
}

test("no other character of Unicode in the login's address is the login", async () => {
  await hub.addUser({ id: "user_boss", login: "boss@example.org", role: "admin" });
  // More tries of one address are slowed down.
  const all = [...spellingsOf("s").filter((_, index) => index % 7 === 0), ...spellingsOf("@")];
  expect(all.length).toBeGreaterThan(9);
  for (const [index, text] of all.entries()) {
    const place = text.normalize("NFKC") === "@" ? /@/u : index % 2 === 0 ? /s/u : /s(?=@)/u;
    const email = "boss@example.org".replace(place, text);
    provider.person = { ...ana, email };
    expectNobody(await signInAt(hub), "refused");
  }
  expect(await hub.store.records.get("user", "user_boss")).not.toHaveProperty("openIdRequest");
});

test.each(["user", "admin"] as const)(
  "an address that only looks like the login of a %s is refused",
  async (role) => {
    for (const createsUsers of [false, true]) {
      await hub.close();
      hub = await startOpenIdHub(provider, createsUsers);
      await hub.addUser({ id: "user_boss", login: "boss@example.org", role });
      await hub.addUser({ id: "user_short", login: "boss", role });
      for (const email of lookAlikes) {
        provider.person = { ...ana, email };
        expectNobody(await signInAt(hub), "refused");
      }
      const users = await hub.store.records.list("user");
      expect(users.map(({ id, subject, openIdRequest }) => [id, subject, openIdRequest])).toEqual(
        ["user_admin", "user_boss", "user_short"].map((id) => [id, undefined, undefined]),
      );
    }
  },
);

test.each(["admin", "Root@example.org"])(
  "the built-in administrator is nobody's account elsewhere, also with the login %s",
  async (email) => {
    const builtIn = await hub.store.records.get("user", "user_admin");
    if (builtIn) {
      await hub.store.records.put("user", { ...builtIn, login: email.toLowerCase() });
    }
    provider.person = { ...ana, email };
    expectNobody(await signInAt(hub), "refused");
    if (builtIn) {
      await hub.store.records.put("user", { ...builtIn, subject: `${provider.issuer} 1234` });
    }
    expectNobody(await signInAt(hub), "refused");
    const answer = await hub.ask("POST", "/users/user_admin/openid", { subject: "x" });
    expect(answer.status).toBe(409);
  },
);

async function askForBoss(): Promise<void> {
  await hub.addUser({ id: "user_boss", login: "boss@example.org", role: "admin" });
  provider.person = { ...ana, email: "Boss@example.org", name: "Bo \u202eSs" };
  expectNobody(await signInAt(hub), "waiting");
}

test("an administrator's account waits for an administrator's yes, and then opens", async () => {
  await askForBoss();
  expectNobody(await signInAt(hub), "waiting");
  const subject = `${provider.issuer} 1234`;
  const waiting = {
    state: "waiting",
    subject,
    email: "Boss@example.org",
    name: "Bo Ss",
    requested_at: "2026-11-21T15:00:00.000Z",
  };
  expect((await hub.ask("GET", "/users/user_boss")).body["openid"]).toEqual(waiting);
  // A change of something else keeps the request.
  await hub.ask("PATCH", "/users/user_boss", { name: "Boss" });
  const other = { subject: `${subject}5` };
  expect((await hub.ask("POST", "/users/user_boss/openid", other)).status).toBe(409);
  const linked = await hub.ask("POST", "/users/user_boss/openid", { subject });
  expect([linked.status, linked.body["openid"]]).toEqual([
    200,
    { state: "linked", subject, email: null, name: null, requested_at: null },
  ]);
  expect((await signInAt(hub)).headers.get("location")).toMatch(backOnPage);
  const changes = (await hub.events()).filter(({ kind }) => kind === "admin.change");
  expect(changes.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ fields: "openid_request", by: "OpenID Connect" }),
    expect.objectContaining({ fields: "name" }),
    expect.objectContaining({ fields: "openid", by: "admin token" }),
  ]);
});

test("a second stranger does not take the place of the one that an administrator sees", async () => {
  await askForBoss();
  provider.person = { ...ana, sub: "5678", email: "boss@example.org" };
  expectNobody(await signInAt(hub), "waiting");
  const { body } = await hub.ask("GET", "/users/user_boss");
  expect(body["openid"]).toMatchObject({ subject: `${provider.issuer} 1234` });
});

test("an administrator's no ends the request, and a link and its sessions end the same way", async () => {
  await askForBoss();
  const refused = await hub.ask("DELETE", "/users/user_boss/openid");
  expect([refused.status, refused.body["openid"]]).toEqual([200, null]);
  expect((await hub.ask("DELETE", "/users/user_boss/openid")).status).toBe(409);
  expectNobody(await signInAt(hub), "waiting");
  const subject = `${provider.issuer} 1234`;
  await hub.ask("POST", "/users/user_boss/openid", { subject });
  const answer = await signInAt(hub);
  const token = answer.headers.get("location")?.split("#page=")[1] ?? "";
  const headers = { cookie: headersOf(answer)["cookie"] ?? "", "x-csrf-token": token };
  expect((await hub.send("GET", "/session", { headers })).status).toBe(200);
  const ended = await hub.ask("DELETE", "/users/user_boss/openid");
  expect(ended.body["openid"]).toBeNull();
  expect((await hub.send("GET", "/session", { headers })).status).toBe(401);
  expectNobody(await signInAt(hub), "waiting");
});

test.each([{ login: "chief@example.org" }, { role: "user" }])(
  "a request does not outlive what was asked for: %j",
  async (change) => {
    await askForBoss();
    expect((await hub.ask("PATCH", "/users/user_boss", change)).body["openid"]).toBeNull();
  },
);

test("only an administrator links, and only a user who is there and asked", async () => {
  await hub.addUser({ id: "user_ana" });
  const headers = await hub.sessionOf("user_ana@example.com");
  const body = { subject: "x" };
  for (const method of ["POST", "DELETE"]) {
    const answer = await hub.send(method, "/users/user_ana/openid", { headers, body });
    expect(answer.status).toBe(403);
    expect((await hub.ask(method, "/users/nobody/openid", body)).status).toBe(404);
    expect((await hub.ask(method, "/users/user_ana/openid", body)).status).toBe(409);
  }
});

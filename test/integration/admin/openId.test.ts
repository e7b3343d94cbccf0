import { afterEach, beforeEach, expect, test } from "vitest";

import { type Answer, type AdminServer, headersOf } from "./adminServer.ts";
import {
  ana,
  backOnPage,
  comeBackTo,
  expectNobody,
  type Journey,
  leaveFrom,
  signInAt,
  startOpenIdHub,
} from "./openIdLab.ts";
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

const leave = (): Promise<Journey> => leaveFrom(hub);
const comeBack = (journey: Journey): Promise<Answer> => comeBackTo(hub, journey);
const signIn = (): Promise<Answer> => signInAt(hub);

test("how one can sign in names the organisation's", async () => {
  expect((await hub.send("GET", "/sign-in-options")).body.openid).toEqual({
    name: "Example",
    url: "/hub/admin/v1/openid/start",
  });
});

test("a verified e-mail address that is a login signs its user in, and from then on the subject does", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  const answer = await signIn();
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(backOnPage),
  ]);
  expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Strict/u);
  const { cookie = "" } = headersOf(answer);
  // On the loopback the page alone gets what is needed beside the cookie.
  expect((await hub.send("GET", "/session", { headers: { cookie } })).status).toBe(401);
  const token = answer.headers.get("location")?.split("#page=")[1] ?? "";
  const headers = { cookie, "x-csrf-token": token };
  const { body } = await hub.send("GET", "/session", { headers });
  expect(body.user.id).toBe("user_ana");
  expect((await hub.store.records.get("user", "user_ana"))?.subject).toBe(
    `${provider.issuer} 1234`,
  );
  provider.person = { sub: "1234", email: "married@example.com", email_verified: false };
  expect((await signIn()).headers.get("location")).toMatch(backOnPage);
  expect(hub.errors).toEqual([]);
});

test("an address that is not verified is nobody's", async () => {
  await hub.addUser({ id: "user_ana" });
  for (const email_verified of [false, undefined, "true"]) {
    provider.person = { ...ana, email_verified };
    expectNobody(await signIn(), "refused");
  }
  expect((await hub.store.records.get("user", "user_ana"))?.subject).toBeUndefined();
});

test("another subject with the same address does not get the user of the first", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  await signIn();
  provider.person = { ...ana, sub: "5678" };
  expectNobody(await signIn(), "refused");
});

test("who is not known is refused, and that is in the audit", async () => {
  provider.person = { ...ana, email: "stranger@example.com" };
  expectNobody(await signIn(), "refused");
  expect(await hub.store.records.list("user")).toHaveLength(1);
  expect(await hub.events()).toEqual([
    { kind: "auth.fail", detail: { reason: "openid", attempts: 1 } },
  ]);
});

test("who is not active is refused, by address and by subject", async () => {
  await hub.addUser({ id: "user_ana", isActive: false });
  await hub.addUser({ id: "user_off", isActive: false, subject: `${provider.issuer} 99` });
  provider.person = ana;
  expectNobody(await signIn(), "refused");
  provider.person = { sub: "99" };
  expectNobody(await signIn(), "refused");
});

test("where the hub is told to, unknown people get an account as users, once", async () => {
  await hub.close();
  hub = await startOpenIdHub(provider, true);
  provider.person = { ...ana, name: "Ana \u202eSouza\n", email: "New@Example.com" };
  const [first, second] = [await signIn(), await signIn()];
  expect([first.status, second.status]).toEqual([302, 302]);
  const users = (await hub.store.records.list("user")).filter(({ id }) => id !== "user_admin");
  expect(users).toEqual([
    expect.objectContaining({ name: "Ana Souza", login: "new@example.com", role: "user" }),
  ]);
  provider.person = { sub: "77" };
  expectNobody(await signIn(), "refused");
});

test("two first sign-ins at the same moment make one account", async () => {
  await hub.close();
  hub = await startOpenIdHub(provider, true);
  provider.person = ana;
  const journeys = [await leave(), await leave()];
  const answers = await Promise.all(journeys.map(comeBack));
  expect(answers.map(({ headers }) => headers.get("location"))).toEqual([
    expect.stringMatching(backOnPage),
    expect.stringMatching(backOnPage),
  ]);
  expect(await hub.store.records.list("user")).toHaveLength(2);
});

test.each([
  ["a wrong state", (journey: Journey) => journey.back.searchParams.set("state", "guessed")],
  ["no state", (journey: Journey) => journey.back.searchParams.delete("state")],
  ["a wrong code", (journey: Journey) => journey.back.searchParams.set("code", "guessed")],
  ["an error instead", (journey: Journey) => (journey.back.search = "?error=access_denied")],
])("a browser that comes back with %s is not signed in", async (_, change) => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  const journey = await leave();
  change(journey);
  expectNobody(await comeBack(journey), "failed");
});

test("a browser that did not begin here is not signed in, whatever code it brings", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  const [mine, other] = [await leave(), await leave()];
  expectNobody(await comeBack({ ...mine, cookie: "" }), "failed");
  expectNobody(await comeBack({ ...mine, cookie: other.cookie }), "failed");
  expectNobody(await comeBack({ ...mine, cookie: "ai_hub_openid=e30" }), "failed");
});

test("a code is worth one sign-in", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  const journey = await leave();
  expect((await comeBack(journey)).headers.get("location")).toMatch(backOnPage);
  expectNobody(await comeBack(journey), "failed");
});

test.each([
  ["of another issuer", { claims: { iss: "https://evil.example" } }],
  ["for another client", { claims: { aud: "another" } }],
  ["that has expired", { claims: { exp: 1_000 } }],
  ["with another nonce", { claims: { nonce: "another" } }],
  ["signed by somebody else", { hasForeignKey: true }],
])("an ID token %s signs nobody in", async (_, faults) => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  provider.faults = faults;
  expectNobody(await signIn(), "failed");
  expect(hub.errors).not.toEqual([]);
});

test("a provider that fails signs nobody in, and one that is back does", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  provider.faults = { tokenStatus: 500 };
  expectNobody(await signIn(), "failed");
  provider.faults = {};
  expect((await signIn()).headers.get("location")).toMatch(backOnPage);
});

test("a provider that wants the hub's secret in the body gets it there", async () => {
  await hub.addUser({ id: "user_ana" });
  provider.person = ana;
  provider.faults = { wantsSecretInBody: true };
  expect((await signIn()).headers.get("location")).toMatch(backOnPage);
});

test("a provider that cannot be reached is told to the page", async () => {
  await provider.close();
  const answer = await hub.send("GET", "/openid/start");
  expectNobody(answer, "unavailable");
  await provider.listen();
});

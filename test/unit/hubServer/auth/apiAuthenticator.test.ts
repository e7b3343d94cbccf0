import { beforeEach, expect, test } from "vitest";

import { createHubToken } from "../../../../src/hubServer/auth/hubToken.ts";
import { defaultSettings } from "../../../../src/hubServer/store/builtInRecords.ts";
import type { UserRecord } from "../../../../src/hubServer/store/records.ts";
import { AuthLab, localToken, requestWith, secret, token, withToken } from "./authLab.ts";

let lab: AuthLab;

beforeEach(async () => {
  lab = await AuthLab.start();
});

test.each([
  ["a bearer token", { authorization: `Bearer ${secret}` }],
  ["a bearer token in lower case", { authorization: `bearer  ${secret} ` }],
  ["the header of the other client format", { "x-api-key": secret }],
])("%s says who calls", async (_, headers) => {
  expect(await lab.authenticator.authenticate(requestWith(headers))).toEqual({
    tokenId: "tok_1",
    profileId: "profile_1",
    sectorId: "sector_1",
  });
});

test.each([
  ["another bearer token", `Bearer ${createHubToken()}`],
  ["credentials of another kind", "Basic YTpi"],
])("x-api-key beside %s is refused", async (_, authorization) => {
  const request = requestWith({ authorization, "x-api-key": secret });
  await expect(lab.authenticator.authenticate(request)).rejects.toMatchObject({
    status: 401,
    options: { code: "different_tokens" },
  });
});

test.each([`Bearer ${secret}`, "Bearer "])(
  "x-api-key beside %j is taken",
  async (authorization) => {
    const request = requestWith({ authorization, "x-api-key": secret });
    expect(await lab.authenticator.authenticate(request)).toMatchObject({ tokenId: "tok_1" });
  },
);

const ana: UserRecord = {
  id: "user_1",
  name: "Ana",
  login: "ana",
  role: "user",
  profileId: "profile_ana",
  sectorId: "sector_ana",
  isActive: true,
  createdAt: 0,
};
const { profileId: _profile, sectorId: _sector, ...inherited } = token;

test("the token of a user says which user calls, under what the token was given", async () => {
  await lab.records.put("token", { ...token, userId: "user_1" });
  await lab.records.put("user", ana);
  expect(await lab.authenticator.authenticate(withToken)).toEqual({
    tokenId: "tok_1",
    userId: "user_1",
    profileId: "profile_1",
    sectorId: "sector_1",
  });
});

test("a token follows its owner to a stricter profile, also one that is remembered", async () => {
  await lab.records.put("token", { ...inherited, userId: "user_1", sectorId: "sector_1" });
  await lab.records.put("user", ana);
  expect(await lab.authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_ana",
  });
  await lab.records.put("user", { ...ana, profileId: "profile_strict", sectorId: "sector_other" });
  lab.authenticator.forget();
  expect(await lab.authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_strict",
    sectorId: "sector_1",
  });
});

test("a token of nobody follows the defaults of the hub, also when another process moves them", async () => {
  await lab.records.put("token", inherited);
  expect(await lab.authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_default",
    sectorId: "sector_default",
  });
  await lab.records.put("settings", { ...defaultSettings, defaultProfileId: "profile_strict" });
  lab.clock.advance(1_000);
  expect(await lab.authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_strict",
  });
});

test("a clock that was set back hides neither another process's change nor a failed attempt", async () => {
  await lab.records.put("token", token);
  await lab.authenticator.authenticate(withToken);
  await lab.refusalOf(requestWith({}));
  lab.clock.setBack(3_600_000);
  await lab.records.put("token", { ...token, revokedAt: lab.clock.now() });
  expect((await lab.refusalOf(withToken))[1]).toMatch(/^This token was revoked/u);
  await lab.refusalOf(requestWith({}));
  expect(lab.events.map(({ detail }) => detail?.["reason"])).toEqual([
    "missing",
    "revoked",
    "missing",
  ]);
});

test("the token of this run opens the API and the local routes, and no secret is looked up", async () => {
  const { sectorId: _, ...local } = token;
  await lab.records.put("token", { ...local, id: "tok_local", hash: "0".repeat(64) });
  const request = requestWith({ authorization: `Bearer ${localToken}` });
  expect(await lab.authenticator.authenticate(request)).toEqual({
    tokenId: "tok_local",
    profileId: "profile_1",
    sectorId: "sector_default",
  });
  await lab.authenticator.authenticateLocal(request);
  expect(lab.records.lookups).toBe(0);
});

test("the token of this run has the profile that an administrator gave it meanwhile", async () => {
  const local = { ...token, id: "tok_local", hash: "0".repeat(64) };
  await lab.records.put("token", local);
  const request = requestWith({ authorization: `Bearer ${localToken}` });
  await lab.authenticator.authenticate(request);
  await lab.records.put("token", { ...local, profileId: "profile_strict" });
  lab.authenticator.forget();
  expect(await lab.authenticator.authenticate(request)).toMatchObject({
    profileId: "profile_strict",
  });
});

test("the day on which a token ended is the day of the hub's time zone", async () => {
  await lab.records.put("token", { ...token, revokedAt: Date.UTC(2026, 0, 2, 1) });
  await lab.records.put("settings", { ...defaultSettings, timeZone: "America/Sao_Paulo" });
  expect((await lab.refusalOf(withToken))[1]).toMatch(/^This token was revoked on 2026-01-01\./u);
});

test("no other token opens the local routes", async () => {
  await expect(lab.authenticator.authenticateLocal(withToken)).rejects.toMatchObject({
    status: 401,
  });
  await expect(lab.authenticator.authenticateLocal(requestWith({}))).rejects.toMatchObject({
    status: 401,
  });
});

test("a request without a token is told how to send one", async () => {
  expect(await lab.refusalOf(requestWith({}))).toEqual([
    401,
    "A token is needed: Authorization: Bearer sk_hub_…",
    "missing_api_key",
  ]);
  expect((await lab.refusalOf(requestWith({ authorization: "Basic YTpi" })))[2]).toBe(
    "missing_api_key",
  );
});

test("a mistyped token is refused without looking it up", async () => {
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
  for (const text of [mistyped, "sk_hub_", "x".repeat(100_000), "sk-proj-foreign"]) {
    const refusal = await lab.refusalOf(requestWith({ "x-api-key": text }));
    expect(refusal).toEqual([
      401,
      "This token is not valid here: it is mistyped or not complete.",
      "invalid_api_key",
    ]);
  }
  expect(lab.records.lookups).toBe(0);
});

test("a token of another hub is refused", async () => {
  const [status, message] = await lab.refusalOf(requestWith({ "x-api-key": createHubToken() }));
  expect([status, message]).toEqual([
    401,
    "This token is not valid here: it is wrong, or belongs to another hub.",
  ]);
});

test("a revoked, an expired and an inactive user's token say so", async () => {
  await lab.records.put("token", { ...token, revokedAt: Date.UTC(2026, 0, 2, 12) });
  expect((await lab.refusalOf(withToken))[1]).toMatch(/^This token was revoked on 2026-01-02\./u);
  lab.authenticator.forget();
  await lab.records.put("token", { ...token, expiresAt: lab.clock.now() });
  expect((await lab.refusalOf(withToken))[1]).toMatch(/^This token expired on 1969-12-31\./u);
  lab.authenticator.forget();
  await lab.records.put("token", { ...token, userId: "user_gone" });
  expect((await lab.refusalOf(withToken))[1]).toMatch(/^The user of this token is not active\./u);
});

test("refusals are in the audit once a minute for each reason and token, and never with the token", async () => {
  const other = createHubToken();
  await lab.records.put("token", { ...token, revokedAt: 1, userId: "user_1" });
  for (let count = 0; count < 5; count += 1) {
    await lab.refusalOf(withToken);
    await lab.refusalOf(requestWith({ "x-api-key": other }));
  }
  lab.clock.advance(60_000);
  await lab.refusalOf(withToken);
  const revoked = { tokenId: "tok_1", userId: "user_1" };
  expect(lab.events.map(({ tokenId, userId, detail }) => ({ tokenId, userId, ...detail }))).toEqual(
    [
      { ...revoked, reason: "revoked", attempts: 1 },
      { tokenId: undefined, userId: undefined, reason: "unknown", attempts: 1 },
      { ...revoked, reason: "revoked", attempts: 5 },
    ],
  );
  expect(JSON.stringify(lab.events)).not.toContain("sk_hub_");
});

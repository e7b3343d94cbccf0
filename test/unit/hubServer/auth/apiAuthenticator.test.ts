import { beforeEach, expect, test } from "vitest";

import { ApiAuthenticator } from "../../../../src/hubServer/auth/apiAuthenticator.ts";
import { AuthFailures } from "../../../../src/hubServer/auth/authFailures.ts";
import { createHubToken, hashToken } from "../../../../src/hubServer/auth/hubToken.ts";
import { ApiError } from "../../../../src/hubServer/http/apiError.ts";
import type { HubRequest } from "../../../../src/hubServer/http/message.ts";
import { defaultSettings } from "../../../../src/hubServer/store/builtInRecords.ts";
import type {
  AuditEvent,
  TokenRecord,
  UserRecord,
} from "../../../../src/hubServer/store/records.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryRecords } from "./memoryRecords.ts";

const secret = createHubToken();
const localToken = createHubToken();
const token: TokenRecord = {
  id: "tok_1",
  name: "notebook",
  hash: hashToken(secret),
  last4: secret.slice(-4),
  profileId: "profile_1",
  sectorId: "sector_1",
  rateLimits: {},
  createdAt: 0,
};

let clock: FakeClock;
let records: MemoryRecords;
let events: AuditEvent[];
let authenticator: ApiAuthenticator;

function onError(error: unknown): never {
  throw error;
}

beforeEach(async () => {
  clock = new FakeClock();
  records = new MemoryRecords();
  events = [];
  const audit = {
    append: (event: AuditEvent) => {
      events.push(event);
      return Promise.resolve({ ...event, seq: events.length, prevHash: "", hash: "" });
    },
  };
  authenticator = new ApiAuthenticator({
    records,
    clock,
    failures: new AuthFailures({ audit, clock, onError }),
    local: { token: localToken, tokenId: "tok_local" },
    onError,
  });
  await records.put("token", token);
});

function requestWith(headers: Readonly<Record<string, string>>): HubRequest {
  return {
    id: "req_1",
    address: "127.0.0.1",
    method: "GET",
    path: "/hub/v1/models",
    query: new URLSearchParams(),
    headers,
    header: (name) => headers[name],
    body: () => Promise.resolve(new Uint8Array()),
    signal: new AbortController().signal,
  };
}

const withToken = requestWith({ authorization: `Bearer ${secret}` });

async function refusalOf(request: HubRequest): Promise<readonly [number, string, unknown]> {
  const error: unknown = await authenticator
    .authenticate(request)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) {
    throw new Error("The request was not refused.", { cause: error });
  }
  return [error.status, error.message, error.toBody().error["code"]];
}

test.each([
  ["a bearer token", { authorization: `Bearer ${secret}` }],
  ["a bearer token in lower case", { authorization: `bearer  ${secret} ` }],
  ["the header of the other client format", { "x-api-key": secret }],
])("%s says who calls", async (_, headers) => {
  expect(await authenticator.authenticate(requestWith(headers))).toEqual({
    tokenId: "tok_1",
    profileId: "profile_1",
    sectorId: "sector_1",
  });
});

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
  await records.put("token", { ...token, userId: "user_1" });
  await records.put("user", ana);
  expect(await authenticator.authenticate(withToken)).toEqual({
    tokenId: "tok_1",
    userId: "user_1",
    profileId: "profile_1",
    sectorId: "sector_1",
  });
});

test("a token follows its owner to a stricter profile, also one that is remembered", async () => {
  await records.put("token", { ...inherited, userId: "user_1", sectorId: "sector_1" });
  await records.put("user", ana);
  expect(await authenticator.authenticate(withToken)).toMatchObject({ profileId: "profile_ana" });
  await records.put("user", { ...ana, profileId: "profile_strict", sectorId: "sector_other" });
  authenticator.forget();
  expect(await authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_strict",
    sectorId: "sector_1",
  });
});

test("a token of nobody follows the defaults of the hub, also when another process moves them", async () => {
  await records.put("token", inherited);
  expect(await authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_default",
    sectorId: "sector_default",
  });
  await records.put("settings", { ...defaultSettings, defaultProfileId: "profile_strict" });
  clock.advance(1_000);
  expect(await authenticator.authenticate(withToken)).toMatchObject({
    profileId: "profile_strict",
  });
});

test("a clock that was set back hides neither another process's change nor a failed attempt", async () => {
  await records.put("token", token);
  await authenticator.authenticate(withToken);
  await refusalOf(requestWith({}));
  clock.setBack(3_600_000);
  await records.put("token", { ...token, revokedAt: clock.now() });
  expect((await refusalOf(withToken))[1]).toMatch(/^This token was revoked/u);
  await refusalOf(requestWith({}));
  expect(events.map(({ detail }) => detail?.["reason"])).toEqual(["missing", "revoked", "missing"]);
});

test("the token of this run opens the API and the local routes, and no secret is looked up", async () => {
  const { sectorId: _, ...local } = token;
  await records.put("token", { ...local, id: "tok_local", hash: "0".repeat(64) });
  const request = requestWith({ authorization: `Bearer ${localToken}` });
  expect(await authenticator.authenticate(request)).toEqual({
    tokenId: "tok_local",
    profileId: "profile_1",
    sectorId: "sector_default",
  });
  await authenticator.authenticateLocal(request);
  expect(records.lookups).toBe(0);
});

test("the token of this run has the profile that an administrator gave it meanwhile", async () => {
  const local = { ...token, id: "tok_local", hash: "0".repeat(64) };
  await records.put("token", local);
  const request = requestWith({ authorization: `Bearer ${localToken}` });
  await authenticator.authenticate(request);
  await records.put("token", { ...local, profileId: "profile_strict" });
  authenticator.forget();
  expect(await authenticator.authenticate(request)).toMatchObject({
    profileId: "profile_strict",
  });
});

test("the day on which a token ended is the day of the hub's time zone", async () => {
  await records.put("token", { ...token, revokedAt: Date.UTC(2026, 0, 2, 1) });
  await records.put("settings", { ...defaultSettings, timeZone: "America/Sao_Paulo" });
  expect((await refusalOf(withToken))[1]).toMatch(/^This token was revoked on 2026-01-01\./u);
});

test("no other token opens the local routes", async () => {
  await expect(authenticator.authenticateLocal(withToken)).rejects.toMatchObject({ status: 401 });
  await expect(authenticator.authenticateLocal(requestWith({}))).rejects.toMatchObject({
    status: 401,
  });
});

test("a request without a token is told how to send one", async () => {
  expect(await refusalOf(requestWith({}))).toEqual([
    401,
    "A token is needed: Authorization: Bearer sk_hub_…",
    "missing_api_key",
  ]);
  expect((await refusalOf(requestWith({ authorization: "Basic YTpi" })))[2]).toBe(
    "missing_api_key",
  );
});

test("a mistyped token is refused without looking it up", async () => {
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
  for (const text of [mistyped, "sk_hub_", "x".repeat(100_000), "sk-proj-foreign"]) {
    const refusal = await refusalOf(requestWith({ "x-api-key": text }));
    expect(refusal).toEqual([
      401,
      "This token is not valid here: it is mistyped or not complete.",
      "invalid_api_key",
    ]);
  }
  expect(records.lookups).toBe(0);
});

test("a token of another hub is refused", async () => {
  const [status, message] = await refusalOf(requestWith({ "x-api-key": createHubToken() }));
  expect([status, message]).toEqual([
    401,
    "This token is not valid here: it is wrong, or belongs to another hub.",
  ]);
});

test("a revoked, an expired and an inactive user's token say so", async () => {
  await records.put("token", { ...token, revokedAt: Date.UTC(2026, 0, 2, 12) });
  expect((await refusalOf(withToken))[1]).toMatch(/^This token was revoked on 2026-01-02\./u);
  authenticator.forget();
  await records.put("token", { ...token, expiresAt: clock.now() });
  expect((await refusalOf(withToken))[1]).toMatch(/^This token expired on 1969-12-31\./u);
  authenticator.forget();
  await records.put("token", { ...token, userId: "user_gone" });
  expect((await refusalOf(withToken))[1]).toMatch(/^The user of this token is not active\./u);
});

test("a token ends at its very moment, also one that is remembered", async () => {
  await records.put("token", { ...token, expiresAt: clock.now() + 500 });
  await authenticator.authenticate(withToken);
  clock.advance(499);
  await authenticator.authenticate(withToken);
  clock.advance(1);
  expect((await refusalOf(withToken))[0]).toBe(401);
});

test("a token is looked up once while nothing changes", async () => {
  for (let second = 0; second < 60; second += 1) {
    await authenticator.authenticate(withToken);
    clock.advance(1_000);
  }
  expect(records.lookups).toBe(1);
});

test("what another process revokes is refused within a second", async () => {
  await authenticator.authenticate(withToken);
  await records.put("token", { ...token, revokedAt: clock.now() });
  clock.advance(999);
  await authenticator.authenticate(withToken);
  clock.advance(1);
  expect((await refusalOf(withToken))[0]).toBe(401);
});

test("what this process revokes is refused at once", async () => {
  await authenticator.authenticate(withToken);
  await records.put("token", { ...token, revokedAt: clock.now() });
  authenticator.forget();
  expect((await refusalOf(withToken))[0]).toBe(401);
});

test("a token that is revoked while it is being looked up is not remembered as valid", async () => {
  const looking = authenticator.authenticate(withToken);
  await records.put("token", { ...token, revokedAt: clock.now() });
  authenticator.forget();
  await looking.catch(() => undefined);
  expect((await refusalOf(withToken))[0]).toBe(401);
});

test("when a token was last used is written once a minute", async () => {
  const start = clock.now();
  for (let second = 0; second < 120; second += 1) {
    await authenticator.authenticate(withToken);
    clock.advance(1_000);
  }
  expect(records.touched).toEqual([
    ["tok_1", start],
    ["tok_1", start + 60_000],
  ]);
});

test("refusals are in the audit once a minute for each reason and token, and never with the token", async () => {
  const other = createHubToken();
  await records.put("token", { ...token, revokedAt: 1, userId: "user_1" });
  for (let count = 0; count < 5; count += 1) {
    await refusalOf(withToken);
    await refusalOf(requestWith({ "x-api-key": other }));
  }
  clock.advance(60_000);
  await refusalOf(withToken);
  const revoked = { tokenId: "tok_1", userId: "user_1" };
  expect(events.map(({ tokenId, userId, detail }) => ({ tokenId, userId, ...detail }))).toEqual([
    { ...revoked, reason: "revoked", attempts: 1 },
    { tokenId: undefined, userId: undefined, reason: "unknown", attempts: 1 },
    { ...revoked, reason: "revoked", attempts: 5 },
  ]);
  expect(JSON.stringify(events)).not.toContain("sk_hub_");
});

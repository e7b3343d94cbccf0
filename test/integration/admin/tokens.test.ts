import { afterEach, beforeEach, expect, test } from "vitest";

import { hashToken, isHubToken } from "../../../src/hubServer/auth/hubToken.ts";
import { AdminServer, profileBody, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
  await hub.store.records.put("sector", { id: "sector_x", name: "X", createdAt: startOfTest });
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const noLimits = { requests_per_minute: null, tokens_per_minute: null, parallel_requests: null };

test("the secret of a token is in the answer that made it, and nowhere else", async () => {
  const made = await hub.ask("POST", "/tokens", { name: "notebook" });
  const { token, ...shown } = made.body;
  expect(made.status).toBe(201);
  expect(isHubToken(token)).toBe(true);
  expect(shown).toEqual({
    id: shown.id,
    object: "token",
    name: "notebook",
    prefix: `sk_hub_…${token.slice(-4)}`,
    user_id: null,
    profile_id: null,
    sector_id: null,
    effective_profile_id: "profile_default",
    effective_sector_id: "sector_default",
    rate_limits: noLimits,
    created_at: new Date(startOfTest).toISOString(),
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  });
  expect((await hub.ask("GET", `/tokens/${shown.id}`)).body).toEqual(shown);
  expect((await hub.ask("GET", "/tokens")).body.data).toEqual([shown]);
  expect((await hub.store.records.findToken(hashToken(token)))?.id).toBe(shown.id);
  expect(JSON.stringify(await hub.events())).not.toContain(token);
});

test("a token of a user has the user's profile and sector unless it is given others", async () => {
  await hub.addUser({ id: "user_ana", sectorId: "sector_x" });
  const body = { name: "hers", user_id: "user_ana" };
  expect((await hub.ask("POST", "/tokens", body)).body).toMatchObject({
    user_id: "user_ana",
    sector_id: null,
    effective_sector_id: "sector_x",
  });
  const other = await hub.ask("POST", "/tokens", { ...body, sector_id: "sector_default" });
  expect(other.body).toMatchObject({
    sector_id: "sector_default",
    effective_sector_id: "sector_default",
  });
  const back = await hub.ask("PATCH", `/tokens/${other.body.id}`, { sector_id: null });
  expect(back.body).toMatchObject({ sector_id: null, effective_sector_id: "sector_x" });
});

test("who moves to a stricter profile takes the tokens along, except what was set apart", async () => {
  await hub.addUser({ id: "user_ana" });
  const { body: strict } = await hub.ask("POST", "/profiles", profileBody);
  const hers = { name: "hers", user_id: "user_ana" };
  await hub.ask("POST", "/tokens", hers);
  await hub.ask("POST", "/tokens", { ...hers, name: "apart", profile_id: "profile_default" });
  await hub.ask("PATCH", "/users/user_ana", { profile_id: strict.id });
  const { data } = (await hub.ask("GET", "/tokens")).body;
  expect(data.map((token) => [token.name, token["effective_profile_id"]])).toEqual([
    ["apart", "profile_default"],
    ["hers", strict.id],
  ]);
  const refused = await hub.ask("DELETE", `/profiles/${strict.id}`);
  expect(refused.body.error.message).toContain("by 1 user.");
});

test("a token that is revoked stays in the list with the time, once", async () => {
  const { body } = await hub.ask("POST", "/tokens", { name: "lost" });
  const answer = await hub.ask("DELETE", `/tokens/${body.id}`);
  expect(answer.body).toEqual({ id: body.id, object: "token", deleted: true });
  hub.clock.advance(60_000);
  expect((await hub.ask("DELETE", `/tokens/${body.id}`)).status).toBe(200);
  const [shown] = (await hub.ask("GET", "/tokens")).body.data;
  expect(shown?.revoked_at).toBe(new Date(startOfTest).toISOString());
  expect((await hub.events()).map(({ kind }) => kind)).toEqual(["token.create", "token.revoke"]);
});

test("changing a revoked token does not bring it back", async () => {
  const { body } = await hub.ask("POST", "/tokens", { name: "lost" });
  await hub.ask("DELETE", `/tokens/${body.id}`);
  const changed = await hub.ask("PATCH", `/tokens/${body.id}`, { name: "found" });
  expect([changed.body.name, changed.body.revoked_at]).toEqual([
    "found",
    new Date(startOfTest).toISOString(),
  ]);
});

test("limits and the end of a token change, and null takes the end away", async () => {
  const { body } = await hub.ask("POST", "/tokens", { name: "t" });
  const changed = await hub.ask("PATCH", `/tokens/${body.id}`, {
    expires_at: "2026-12-01T00:00:00-03:00",
    rate_limits: { parallel_requests: 2 },
  });
  expect(changed.body).toMatchObject({
    expires_at: "2026-12-01T03:00:00.000Z",
    rate_limits: { ...noLimits, parallel_requests: 2 },
  });
  const endless = await hub.ask("PATCH", `/tokens/${body.id}`, { expires_at: null });
  expect(endless.body.expires_at).toBeNull();
  expect(endless.body.rate_limits.parallel_requests).toBe(2);
});

test.each([
  "2026-11-21T00:00:00Z",
  "2026-12-01",
  "tomorrow",
  "2026-13-01T00:00:00Z",
  "2027-02-30T00:00:00Z",
  "1e400",
  "2026-12-01T00:00:00",
])("an end that is past or not clear is refused: %s", async (expires_at) => {
  const { status, body } = await hub.ask("POST", "/tokens", { name: "t", expires_at });
  expect([status, body.error.param]).toEqual([400, "expires_at"]);
});

test("the running hub's own token cannot be revoked", async () => {
  await hub.store.records.put("token", {
    id: "tok_local",
    name: "This machine",
    hash: "0".repeat(64),
    last4: "····",
    profileId: "profile_default",
    sectorId: "sector_default",
    rateLimits: {},
    createdAt: startOfTest,
  });
  expect((await hub.ask("DELETE", "/tokens/tok_local")).status).toBe(409);
});

test("a user makes, sees and revokes her own tokens, and nobody else's", async () => {
  await hub.addUser({ id: "user_ana", sectorId: "sector_x" });
  await hub.addUser({ id: "user_bia" });
  const ana = await hub.sessionOf("user_ana@example.com");
  const bia = await hub.sessionOf("user_bia@example.com");
  const expires_at = "2027-01-01T00:00:00Z";
  const made = await hub.send("POST", "/me/tokens", {
    headers: ana,
    body: { name: "mine", expires_at },
  });
  expect(made.body).toMatchObject({
    name: "mine",
    user_id: "user_ana",
    effective_sector_id: "sector_x",
    expires_at: "2027-01-01T00:00:00.000Z",
  });
  const path = `/me/tokens/${made.body.id}`;
  expect((await hub.send("GET", "/me/tokens", { headers: bia })).body.data).toEqual([]);
  expect((await hub.send("DELETE", path, { headers: bia })).status).toBe(404);
  expect((await hub.send("DELETE", path, { headers: ana })).status).toBe(200);
  const [shown] = (await hub.send("GET", "/me/tokens", { headers: ana })).body.data;
  expect(shown?.revoked_at).not.toBeNull();
});

test.each([
  { user_id: "user_admin" },
  { profile_id: "profile_default" },
  { sector_id: "sector_default" },
  { rate_limits: { requests_per_minute: 1_000_000 } },
])("a user may not give her token what is an administrator's to give: %j", async (change) => {
  await hub.addUser({ id: "user_ana" });
  const headers = await hub.sessionOf("user_ana@example.com");
  const { status } = await hub.send("POST", "/me/tokens", {
    headers,
    body: { name: "mine", ...change },
  });
  expect(status).toBe(403);
  expect(await hub.store.records.list("token")).toEqual([]);
});

test("a user has at most fifty tokens that live", async () => {
  await hub.addUser({ id: "user_ana" });
  const headers = await hub.sessionOf("user_ana@example.com");
  const make = (): ReturnType<AdminServer["send"]> =>
    hub.send("POST", "/me/tokens", { headers, body: { name: "one more" } });
  const answers = await Promise.all(Array.from({ length: 55 }, make));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  const [first] = (await hub.send("GET", "/me/tokens", { headers })).body.data;
  await hub.send("DELETE", `/me/tokens/${first?.id}`, { headers });
  expect((await make()).status).toBe(201);
});

test("a user's budgets are hers and those of her profile and sector", async () => {
  await hub.addUser({ id: "user_ana", sectorId: "sector_x" });
  await hub.addUser({ id: "user_bia" });
  for (const [scope, subject_id] of [
    ["user", "user_ana"],
    ["user", "user_bia"],
    ["sector", "sector_x"],
    ["sector", "sector_default"],
    ["profile", "profile_default"],
  ]) {
    const body = { scope, subject_id, unit: "money", limit: "5", warn_at: [] };
    expect((await hub.ask("POST", "/budgets", body)).status).toBe(201);
  }
  const headers = await hub.sessionOf("user_ana@example.com");
  const { body } = await hub.send("GET", "/me/budgets", { headers });
  const subjects = body.data.map(({ subject_id }: { subject_id: string }) => subject_id);
  expect(subjects.toSorted()).toEqual(["profile_default", "sector_x", "user_ana"]);
});

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { prepareLocalToken, prepareStore } from "../../../../src/hubServer/admin/prepareStore.ts";
import { createHubToken, hashToken } from "../../../../src/hubServer/auth/hubToken.ts";
import { readLegacyState, retireLegacyState } from "../../../../src/hubServer/auth/legacyState.ts";
import { openSqliteStore } from "../../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../../src/hubServer/store/store.ts";
import { deferred } from "../../../support/deferred.ts";

let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-seed-"));
  store = openSqliteStore(join(folder, "hub.db"), { now: () => now });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = Date.UTC(2026, 10, 21);
const nothing = { now, adminToken: undefined, legacy: undefined };

async function hashOfAdminToken(): Promise<string | undefined> {
  return (await store.records.get("settings", "hub"))?.adminTokenHash;
}

test("a new store gets a sector, a profile that tells of every finding, settings and an administrator", async () => {
  const { isNew, adminToken = "" } = await prepareStore(store.records, nothing);
  expect(isNew).toBe(true);
  expect(adminToken).toMatch(/^hub_admin_[0-9A-Za-z]{49}$/u);
  expect(await hashOfAdminToken()).toBe(hashToken(adminToken));
  expect(await store.records.list("sector")).toHaveLength(1);
  const [profile] = await store.records.list("profile");
  expect(new Set(Object.values(profile?.dlp ?? {}))).toEqual(new Set(["alert"]));
  expect(await store.records.list("user")).toMatchObject([{ id: "user_admin", role: "admin" }]);
});

test("two hubs that start at once leave an audit that fits the records, however late one writes", async () => {
  const first = deferred<undefined>();
  const { records } = store;
  const late = {
    ...records,
    put: async (...put: Parameters<typeof records.put>) => {
      await first.promise;
      await records.put(...put);
    },
    add: async (...added: Parameters<typeof records.add>) => {
      await first.promise;
      return await records.add(...added);
    },
  };
  const second = prepareStore(late, { ...nothing, now: now + 5 });
  await prepareStore(records, nothing);
  await store.audit.stateRecords();
  first.resolve(undefined);
  expect((await second).adminToken).toBeUndefined();
  expect(await store.audit.verify()).toMatchObject({ isIntact: true });
});

test("a second start changes nothing and shows no token", async () => {
  await prepareStore(store.records, nothing);
  const version = await store.records.version();
  expect(await prepareStore(store.records, nothing)).toEqual({
    isNew: false,
    adminToken: undefined,
  });
  expect(await store.records.version()).toBe(version);
});

test("a token that was given replaces the one before, and is shown again", async () => {
  await prepareStore(store.records, nothing);
  const given = { ...nothing, adminToken: "given by the environment" };
  expect((await prepareStore(store.records, given)).adminToken).toBe(given.adminToken);
  expect(await hashOfAdminToken()).toBe(hashToken(given.adminToken));
  const version = await store.records.version();
  await prepareStore(store.records, given);
  expect(await store.records.version()).toBe(version);
});

test("what an administrator has deleted does not come back", async () => {
  await prepareStore(store.records, nothing);
  const settings = await store.records.get("settings", "hub");
  await store.records.put("sector", { id: "sector_x", name: "X", createdAt: now });
  if (!settings) {
    throw new Error("There are no settings.");
  }
  await store.records.put("settings", { ...settings, defaultSectorId: "sector_x" });
  const [admin] = await store.records.list("user");
  if (admin) {
    await store.records.put("user", { ...admin, sectorId: "sector_x" });
  }
  await store.records.remove("sector", "sector_default");
  await prepareStore(store.records, nothing);
  expect(await store.records.get("sector", "sector_default")).toBeUndefined();
});

test("what an older hub kept in its file is taken over once, and its tokens go on", async () => {
  const secret = createHubToken();
  const kept = {
    schema: 1,
    adminTokenHash: hashToken("the old administrator's"),
    tokens: [
      { id: "tok_old", name: "notebook", hash: hashToken(secret), last4: "abcd", createdAt: 5 },
    ],
  };
  writeFileSync(join(folder, "state.json"), JSON.stringify(kept));
  const options = { ...nothing, legacy: readLegacyState(folder) };
  expect((await prepareStore(store.records, options)).adminToken).toBeUndefined();
  expect(await hashOfAdminToken()).toBe(kept.adminTokenHash);
  const token = await store.records.findToken(hashToken(secret));
  expect(token).toMatchObject({ id: "tok_old", name: "notebook", createdAt: 5 });
  if (token) {
    await store.records.put("token", { ...token, revokedAt: now });
  }
  await prepareStore(store.records, options);
  expect((await store.records.get("token", "tok_old"))?.revokedAt).toBe(now);
  retireLegacyState(folder);
  retireLegacyState(folder);
  expect(readLegacyState(folder)).toBeUndefined();
  expect(existsSync(join(folder, "state.json.migrated"))).toBe(true);
});

test.each(["{", "{}", '{"schema":2,"tokens":[]}'])(
  "an older hub's file that cannot be read ends the start: %s",
  (content) => {
    writeFileSync(join(folder, "state.json"), content);
    expect(() => readLegacyState(folder)).toThrow(/cannot be read; restore it or move it away/u);
  },
);

test("the token of the run is a record without a secret, the same at every start", async () => {
  await prepareStore(store.records, nothing);
  expect(await prepareLocalToken(store.records, { now })).toBe("tok_local");
  const token = await store.records.get("token", "tok_local");
  await store.records.put("sector", { id: "sector_x", name: "X", createdAt: now });
  if (token) {
    await store.records.put("token", { ...token, sectorId: "sector_x" });
  }
  expect(await prepareLocalToken(store.records, { now })).toBe("tok_local");
  expect(await store.records.list("token")).toMatchObject([{ sectorId: "sector_x" }]);
});

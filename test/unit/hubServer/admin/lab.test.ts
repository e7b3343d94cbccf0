import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { prepareStore } from "../../../../src/hubServer/admin/prepareStore.ts";
import { budgetCollection } from "../../../../src/hubServer/admin/records/budgets.ts";
import { createPassword, isPasswordOf } from "../../../../src/hubServer/auth/password.ts";
import { seedHistory } from "../../../../src/hubServer/lab/organisation/history.ts";
import { seedLab } from "../../../../src/hubServer/lab/organisation/seedLab.ts";
import { labPeople, labPeoplePath, type LabPerson } from "../../../../src/hubServer/labPeople.ts";
import { openSqliteStore } from "../../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store, UsageRow } from "../../../../src/hubServer/store/store.ts";
import { budgetSchema } from "../../../../src/shared/hubApi/hubAdmin.ts";

const now = Date.UTC(2026, 10, 21, 15);
const timeZone = "America/Sao_Paulo";
let folder: string;
let stores: Store[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-lab-"));
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function lab(): Promise<Store> {
  const store = openSqliteStore(join(folder, `${stores.length}.db`), { now: () => now });
  stores.push(store);
  await prepareStore(store.records, { now, adminToken: "given", legacy: undefined });
  await seedLab(store.records, now);
  return store;
}

function usageOf(store: Store): Promise<readonly UsageRow[]> {
  return store.ledger.usage({ fromDay: "2026-10-01", toDay: "2026-11-21" }, ["sectorId", "model"]);
}

test("the demonstration has three sectors, four profiles and twelve people who can sign in", async () => {
  const { records } = await lab();
  const count = async (kind: "sector" | "profile" | "user" | "token"): Promise<number> =>
    (await records.list(kind)).length;
  // One of each comes with every hub.
  expect([await count("sector"), await count("profile"), await count("user")]).toEqual([4, 5, 13]);
  expect(await count("token")).toBe(12);
  const [ana] = (await records.list("user")).filter(({ login }) => login.startsWith("ana"));
  expect(ana).toMatchObject({ login: "ana.souza@example.com", role: "admin" });
  expect(ana?.passwordHash).toBeUndefined();
});

/** The people as a start of the lab tells them, in a data folder of the test. */
function peopleOf(store: Store, isNew: boolean): Promise<readonly LabPerson[]> {
  return labPeople(store, folder, { isNew, now });
}

async function canSignIn({ records }: Store, { login, password }: LabPerson): Promise<boolean> {
  const user = (await records.list("user")).find((known) => known.login === login);
  return isPasswordOf(user?.passwordHash, password);
}

test("each person of a demonstration has a password of their own, told by a private file", async () => {
  const store = await lab();
  const people = await peopleOf(store, true);
  expect(people[0]).toEqual({
    login: "ana.souza@example.com",
    password: expect.stringMatching(/^[\w-]{24}$/u) as unknown,
    role: "admin",
  });
  expect(new Set(people.map(({ password }) => password)).size).toBe(12);
  expect(await Promise.all(people.map((person) => canSignIn(store, person)))).not.toContain(false);
  expect(JSON.parse(readFileSync(labPeoplePath(folder), "utf8"))).toEqual({ people });
  expect(statSync(labPeoplePath(folder)).mode & 0o077).toBe(0);
  expect(await peopleOf(store, false)).toEqual(people);
});

test("another demonstration has other passwords, though an old file lies in its folder", async () => {
  const first = await peopleOf(await lab(), true);
  const second = await lab();
  const people = await peopleOf(second, true);
  expect(people.filter(({ password }, at) => password === first[at]?.password)).toEqual([]);
  rmSync(labPeoplePath(folder));
  // As if the file of another database lay there: nobody could sign in.
  writeFileSync(labPeoplePath(folder), JSON.stringify({ people: first }));
  expect(await peopleOf(second, false)).not.toEqual(first);
  expect(people).toHaveLength(12);
});

test("without the file, as after a version with one password for all, everybody gets a new one and is signed out", async () => {
  const store = await lab();
  const [ana] = await peopleOf(store, true);
  await store.sessions.create({
    hash: "h",
    userId: "user_ana.souza",
    csrfToken: "c",
    createdAt: now,
    expiresAt: now + 1,
  });
  rmSync(labPeoplePath(folder));
  const people = await peopleOf(store, false);
  expect(people).toHaveLength(12);
  expect(ana && (await canSignIn(store, ana))).toBe(false);
  expect(await store.sessions.find("h", now)).toBeUndefined();
});

test("a password that somebody changed stays, and is not told", async () => {
  const store = await lab();
  const people = await peopleOf(store, true);
  const user = await store.records.get("user", "user_ana.souza");
  if (!user) {
    throw new Error("The demonstration has no Ana");
  }
  const { hash } = await createPassword();
  await store.records.put("user", { ...user, passwordHash: hash });
  expect(await peopleOf(store, false)).toEqual(people.slice(1));
  expect((await store.records.get("user", user.id))?.passwordHash).toBe(hash);
});

test("the profile of the printed token shows every action of data protection", async () => {
  const { records } = await lab();
  const profile = await records.get("profile", "profile_lab");
  expect(new Set(Object.values(profile?.dlp ?? {}))).toEqual(
    new Set(["allow", "alert", "mask", "block"]),
  );
});

test("a month of use is behind it, in budgets and audit too, and the chain is intact", async () => {
  const store = await lab();
  await seedHistory(store, { now, timeZone });
  const rows = await usageOf(store);
  expect(new Set(rows.map(({ group }) => group.sectorId)).size).toBe(3);
  const requests = rows.reduce((sum, row) => sum + row.requests, 0);
  expect(requests).toBeGreaterThan(150);
  const { isIntact, events } = await store.audit.verify();
  expect([isIntact, events > requests]).toEqual([true, true]);
  const kinds = new Set((await store.audit.list({}, { limit: 500 })).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual([
    "auth.fail",
    "dlp.alert",
    "dlp.block",
    "policy.deny",
    "rate.limit",
    "usage",
  ]);
  const { show } = budgetCollection(store, () => now);
  const shown = await show(await store.records.list("budget"));
  const budgets = shown.map((budget) => budgetSchema.parse(budget));
  expect(budgets.filter(({ spent }) => Number(spent) > 0)).toHaveLength(8);
  expect(budgets.filter(({ reserved }) => Number(reserved) > 0)).toEqual([]);
});

test("the past is the same in every demonstration, and in order", async () => {
  const [one, other] = [await lab(), await lab()];
  await seedHistory(one, { now, timeZone });
  await seedHistory(other, { now, timeZone });
  expect(await usageOf(one)).toEqual(await usageOf(other));
  const days = (await one.audit.list({ kinds: ["usage"] }, { limit: 500 })).map(({ time }) =>
    Math.floor(time / 60_000),
  );
  expect(days.length).toBeGreaterThan(150);
  expect(days.at(0)).toBeLessThan(now / 60_000);
  const outOfOrder = days.filter((day, index) => day > (days[index - 1] ?? Infinity) + 1);
  expect(outOfOrder).toEqual([]);
});

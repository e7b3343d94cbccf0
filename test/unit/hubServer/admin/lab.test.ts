import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { budgetCollection } from "../../../../src/hubServer/admin/budgets.ts";
import { prepareStore } from "../../../../src/hubServer/admin/prepareStore.ts";
import { isPasswordOf } from "../../../../src/hubServer/auth/password.ts";
import { seedHistory } from "../../../../src/hubServer/lab/organisation/history.ts";
import { labPassword } from "../../../../src/hubServer/lab/organisation/organisation.ts";
import { seedLab } from "../../../../src/hubServer/lab/organisation/seedLab.ts";
import { openSqliteStore } from "../../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store, UsageRow } from "../../../../src/hubServer/store/store.ts";
import { budgetSchema } from "../../../../src/shared/hubAdmin.ts";

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
  expect(await isPasswordOf(ana?.passwordHash, labPassword)).toBe(true);
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

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { describeAudit } from "./auditContract.ts";
import { describeForgeries } from "./forgeryContract.ts";
import { describeLedger } from "./ledgerContract.ts";
import { describePlanted } from "./plantedContract.ts";
import { describeRates } from "./rateContract.ts";
import { describeRateOracle } from "./rateOracle.ts";
import { describeRecords } from "./recordContract.ts";
import { describeRuns } from "./runContract.ts";
import { describeRunList } from "./runListContract.ts";
import { describeSettlements } from "./settlementContract.ts";
import {
  noon,
  putOrganisation,
  sector,
  token,
  type MakeFixture,
  type StoreFixture,
} from "./storeFixture.ts";
import { describeUsage } from "./usageContract.ts";

/** Everything that a `Store` promises, whatever keeps it; each test has an empty database. */
export function describeStore(name: string, makeFixture: MakeFixture): void {
  describe(name, () => {
    let fixture: StoreFixture;
    let stores: Store[] = [];
    const openStore = async (): Promise<Store> => {
      const store = await fixture.open();
      stores.push(store);
      return store;
    };

    beforeEach(async () => {
      fixture = await makeFixture();
    });

    afterEach(async () => {
      for (const store of stores) {
        await store.close();
      }
      stores = [];
      await fixture.remove();
    });

    describeRecords(openStore);
    describeLedger(openStore);
    describeSettlements(openStore);
    describe("usage", () => describeUsage(openStore));
    describe("the cap of a run", () =>
      describeRuns(openStore, async (sql) => fixture.execute(sql)));
    describe("the list of runs", () =>
      describeRunList(openStore, async (sql) => fixture.execute(sql)));
    describe("rates", () => {
      describeRates(openStore);
      describe("against an oracle that keeps every request", () => describeRateOracle(openStore));
    });
    describe("audit", () => describeAudit(openStore, () => fixture));
    describe("forgeries", () => describeForgeries(openStore, () => fixture));
    describe("planted rows", () => describePlanted(openStore, () => fixture));

    test("what was written is there for who opens it later", async () => {
      const first = await openStore();
      await first.records.put("sector", sector);
      await first.check();
      const version = await first.records.version();

      const second = await openStore();

      expect(await second.records.list("sector")).toEqual([sector]);
      expect(await second.records.version()).toBe(version);
    });

    test("an older database's copies of the owner's profile and sector become inherited", async () => {
      const { records } = await openStore();
      const other = { id: "ops", name: "Ops", createdAt: noon };
      await putOrganisation({ records });
      await records.put("sector", other);
      const apart = { ...token, id: "tok-2", hash: "bb".repeat(32), sectorId: "ops" };
      // A name that would end the field, were it not escaped.
      const tricky = { ...token, id: "tok-3", hash: "cc".repeat(32), name: ',"profileId":"dev"\0' };
      const { userId: _, ...nobodys } = { ...token, id: "tok-4", hash: "dd".repeat(32) };
      for (const one of [apart, tricky, nobodys]) {
        await records.put("token", one);
      }
      const before = await records.version();
      // The columns of the steps after it: undone, so that those can be taken again.
      for (const undo of [
        // Only PostgreSQL has these.
        "DROP VIEW IF EXISTS budget_now",
        "DROP TABLE IF EXISTS budget_slice",
        "DROP TABLE IF EXISTS hub_process",
        ...(name === "PostgreSQL" ? ["ALTER TABLE budget_use DROP COLUMN is_sliced"] : []),
        "DROP INDEX budget_use_keep",
        "ALTER TABLE budget_use DROP COLUMN held_limit",
        "ALTER TABLE budget_use DROP COLUMN keep_until",
        "DROP INDEX usage_record_run",
        "DROP INDEX audit_event_run",
        "DROP INDEX audit_event_routed",
        "ALTER TABLE audit_event DROP COLUMN run_id",
        "ALTER TABLE usage_record DROP COLUMN run_id",
        "ALTER TABLE rate_bucket DROP COLUMN completions",
        "DROP TABLE completion_offer",
        "DROP TABLE device_grant",
        "DROP TABLE openid_grant",
        "ALTER TABLE reservation DROP COLUMN has_place",
        ...["session", "record"].map((table) => `ALTER TABLE ${table} DROP COLUMN seal`),
        "DROP TABLE row_seal",
        "DROP TABLE IF EXISTS audit_pending",
        "UPDATE schema_version SET version = 2",
      ]) {
        await fixture.execute(undo);
      }

      const migrated = (await openStore()).records;

      const { profileId: _profile, sectorId: _sector, ...inherited } = token;
      const { profileId: _other, ...halfApart } = apart;
      expect(await migrated.get("token", "tok-1")).toEqual(inherited);
      expect(await migrated.get("token", "tok-2")).toEqual(halfApart);
      expect(await migrated.get("token", "tok-3")).toEqual({
        ...inherited,
        id: tricky.id,
        hash: tricky.hash,
        name: tricky.name,
      });
      expect(await migrated.get("token", "tok-4")).toEqual(nobodys);
      expect(await migrated.version()).toBeGreaterThan(before);
      await expect(migrated.remove("sector", "ops")).rejects.toMatchObject({ reason: "invalid" });
      await migrated.put("token", { ...halfApart, sectorId: "it" });
      expect(await migrated.remove("sector", "ops")).toBe(true);
    });

    test("a grant of the organisation's sign-in goes to one hub when it is due", async () => {
      const [first, second] = [await openStore(), await openStore()];
      const grant = { userId: "user\u0000é", sealed: "one" };
      await first.openIdGrants.put({ ...grant, sealed: "old" }, noon);
      await first.openIdGrants.put(grant, noon);
      expect(await second.openIdGrants.has(grant.userId)).toBe(true);
      expect(await second.openIdGrants.has("other")).toBe(false);
      expect(await first.openIdGrants.takeDue(noon - 1, noon + 1)).toEqual([]);
      const takers = [first, second, first].map((store) =>
        store.openIdGrants.takeDue(noon, noon + 1),
      );
      expect((await Promise.all(takers)).flat()).toEqual([grant]);
      expect(await second.openIdGrants.replace(grant, "two")).toBe(true);
      expect(await first.openIdGrants.replace(grant)).toBe(false);
      expect(await first.openIdGrants.replace({ ...grant, sealed: "two" })).toBe(true);
      expect(await second.openIdGrants.has(grant.userId)).toBe(false);
    });

    test("a database of a newer hub is refused with a clear message", async () => {
      await openStore();
      await fixture.execute("UPDATE schema_version SET version = 1000");

      await expect(openStore()).rejects.toMatchObject({
        name: "StoreError",
        reason: "unavailable",
        message: expect.stringContaining("newer AI Hub (schema 1000;") as string,
      });
    });

    test("a closed store is unavailable", async () => {
      const store = await fixture.open();
      await store.close();

      await expect(store.records.list("sector")).rejects.toMatchObject({ reason: "unavailable" });
      await expect(store.check()).rejects.toMatchObject({ reason: "unavailable" });
    });
  });
}

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { describeAudit } from "./auditContract.ts";
import { describeLedger } from "./ledgerContract.ts";
import { describeRates } from "./rateContract.ts";
import { describeRecords } from "./recordContract.ts";
import { sector, type MakeFixture, type StoreFixture } from "./storeFixture.ts";
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
    describe("usage", () => describeUsage(openStore));
    describe("rates", () => describeRates(openStore));
    describe("audit", () => describeAudit(openStore, () => fixture));

    test("what was written is there for who opens it later", async () => {
      const first = await openStore();
      await first.records.put("sector", sector);
      await first.check();
      const version = await first.records.version();

      const second = await openStore();

      expect(await second.records.list("sector")).toEqual([sector]);
      expect(await second.records.version()).toBe(version);
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

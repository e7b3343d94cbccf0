import { describe, expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import {
  moneyClaim,
  noon,
  november,
  novemberUsage,
  reservationOf,
  settlementOf,
  subject,
  tokenClaim,
} from "./storeFixture.ts";

/** How reservations end: settled, once, or by their lease. */
export function describeSettlements(openStore: () => Promise<Store>): void {
  describe("settlement", () => {
    test("what was used replaces what was reserved, with its usage and audit event", async () => {
      const store = await openStore();
      const budgets = [moneyClaim("m", 10_000), tokenClaim("t", 10_000)];
      await store.ledger.reserve(reservationOf("r1", { budgets }));

      const states = await store.ledger.settle(settlementOf("r1"));

      expect(states).toEqual([
        { budgetId: "m", spent: 355, reserved: 0 },
        { budgetId: "t", spent: 310, reserved: 0 },
      ]);
      const tokens = { inputTokens: 110, cachedTokens: 10, outputTokens: 200 };
      expect(await store.ledger.usageRecords(novemberUsage, { limit: 10 })).toEqual([
        {
          ...subject,
          ...tokens,
          cacheWriteTokens: 0,
          startedAt: noon,
          endedAt: noon + 2_000,
          day: "2026-11-21",
          cost: 355,
          usageSource: "upstream",
          outcome: "complete",
          status: 200,
        },
      ]);
      expect(await store.audit.list({}, { limit: 10 })).toMatchObject([
        {
          ...subject,
          ...tokens,
          seq: 1,
          kind: "usage",
          time: noon + 2_000,
          cost: 355,
          status: 200,
          latencyMs: 2_000,
          detail: { outcome: "complete", usageSource: "upstream", day: "2026-11-21" },
        },
      ]);
    });

    test("budgets that were made since count too, and the audit names them", async () => {
      const store = await openStore();
      await store.ledger.reserve(reservationOf("r1", { budgets: [tokenClaim("old", 10_000)] }));
      const joined = [
        { ...november("new"), unit: "tokens" },
        { ...november("money"), unit: "money" },
      ] as const;

      expect(await store.ledger.settle(settlementOf("r1", { joined }))).toEqual([
        { budgetId: "old", spent: 310, reserved: 0 },
        { budgetId: "new", spent: 310, reserved: 0 },
        { budgetId: "money", spent: 355, reserved: 0 },
      ]);
      const all = [november("old"), november("new"), november("money")];
      expect(await store.ledger.budgetStates(all)).toMatchObject([
        { spent: 310, reserved: 0 },
        { spent: 310, reserved: 0 },
        { spent: 355, reserved: 0 },
      ]);
      expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    });

    test("of requests that end together each is told what was spent after it", async () => {
      const store = await openStore();
      const ids = Array.from({ length: 8 }, (_, index) => `r${index}`);
      const budgets = [moneyClaim("b1", 10_000)];
      await Promise.all(ids.map((id) => store.ledger.reserve(reservationOf(id, { budgets }))));

      const states = await Promise.all(ids.map((id) => store.ledger.settle(settlementOf(id))));

      expect(states.map((state) => state?.[0]?.spent)).toEqual(
        ids.map((_, index) => 355 * (index + 1)),
      );
    });

    test("a second settlement changes nothing", async () => {
      const store = await openStore();
      await store.ledger.reserve(reservationOf("r1", { budgets: [moneyClaim("b", 10_000)] }));

      const states = await Promise.all(
        Array.from({ length: 5 }, () => store.ledger.settle(settlementOf("r1"))),
      );

      expect(states.filter((state) => state !== undefined)).toHaveLength(1);
      expect(await store.ledger.settle(settlementOf("r1"))).toBeUndefined();
      expect(await store.ledger.settle(settlementOf("never reserved"))).toBeUndefined();
      expect(await store.ledger.budgetStates([november("b")])).toMatchObject([{ spent: 355 }]);
      expect(await store.ledger.usageRecords(novemberUsage, { limit: 10 })).toHaveLength(1);
      expect((await store.audit.head()).seq).toBe(1);
    });

    test("another process can settle what this one has reserved", async () => {
      const [one, other] = [await openStore(), await openStore()];
      await one.ledger.reserve(reservationOf("r1", { budgets: [moneyClaim("b", 10_000)] }));

      expect(await other.ledger.settle(settlementOf("r1"))).toMatchObject([{ spent: 355 }]);
      expect(await one.ledger.settle(settlementOf("r1"))).toBeUndefined();
    });

    test("a client that went away has a second audit line", async () => {
      const store = await openStore();
      await store.ledger.reserve(reservationOf("r1"));

      await store.ledger.settle(settlementOf("r1", { outcome: "client_abort", status: 499 }));

      const events = await store.audit.list({}, { limit: 10 });
      expect(events.map(({ kind, detail }) => [kind, detail?.["outcome"]])).toEqual([
        ["stream.abort", "client_abort"],
        ["usage", "client_abort"],
      ]);
    });
  });

  describe("leases", () => {
    test("what outlives its lease is settled as aborted, with the tokens last told", async () => {
      const store = await openStore();
      const { ledger } = store;
      await ledger.reserve(reservationOf("r1", { budgets: [moneyClaim("b", 10_000)] }));
      await ledger.renew("r1", 101, noon + 90_000);

      expect(await ledger.reap(noon + 89_999)).toBe(0);
      expect(await ledger.reap(noon + 90_000)).toBe(1);

      expect(await ledger.budgetStates([november("b")])).toEqual([
        { budgetId: "b", spent: 50 + 152, reserved: 0 },
      ]);
      expect(await ledger.usageRecords(novemberUsage, { limit: 10 })).toMatchObject([
        { inputTokens: 100, outputTokens: 101, cost: 202, outcome: "aborted" },
      ]);
      const events = await store.audit.list({}, { limit: 10 });
      expect(events.map(({ kind }) => kind)).toEqual(["stream.abort", "usage"]);
      expect(await ledger.settle(settlementOf("r1"))).toBeUndefined();
    });

    test("a reservation without a lease blocks nobody, though nobody reaps it", async () => {
      const { ledger } = await openStore();
      const limits = { budgets: [moneyClaim("b", 900)], rateLimits: { parallelRequests: 1 } };
      await ledger.reserve(reservationOf("lost", limits));

      const early = await ledger.reserve(reservationOf("r1", { ...limits, now: noon + 59_999 }));
      const late = await ledger.reserve(
        reservationOf("r2", { ...limits, now: noon + 60_000, leaseUntil: noon + 120_000 }),
      );

      expect(early).toMatchObject({ kind: "rateLimited", limit: "parallel" });
      expect(late).toMatchObject({
        kind: "granted",
        budgets: [{ budgetId: "b", spent: 50, reserved: 800 }],
      });
    });

    test("many are reaped at once, each one time, whoever reaps", async () => {
      const [one, other] = [await openStore(), await openStore()];
      await Promise.all(
        Array.from({ length: 250 }, (_, index) =>
          one.ledger.reserve(reservationOf(`r${index}`, { budgets: [moneyClaim("b", 1_000_000)] })),
        ),
      );

      const counts = await Promise.all(
        [one, other, one].map(({ ledger }) => ledger.reap(noon + 60_000)),
      );

      expect(counts.reduce((a, b) => a + b)).toBe(250);
      expect(await one.ledger.budgetStates([november("b")])).toEqual([
        { budgetId: "b", spent: 250 * 50, reserved: 0 },
      ]);
    });
  });
}

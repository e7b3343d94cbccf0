import { describe, expect, test } from "vitest";

import type { Store } from "../../../src/hubServer/store/store.ts";
import { moneyClaim, november, reservationOf, settlementOf, tokenClaim } from "./storeFixture.ts";

/** What both databases promise of budgets and usage; the numbers are rows of hub.md §3. */
export function describeLedger(openStore: () => Promise<Store>): void {
  describe("budgets", () => {
    test("of 200 parallel requests under a cap for 20, exactly 20 are admitted", async () => {
      const { ledger } = await openStore();
      const claim = moneyClaim("b", 20 * 800);

      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          ledger.reserve(reservationOf(`r${index}`, { budgets: [claim] })),
        ),
      );

      expect(results.filter(({ kind }) => kind === "granted")).toHaveLength(20);
      expect(await ledger.budgetStates([november("b")])).toEqual([
        { budgetId: "b", spent: 0, reserved: 16_000 },
      ]);
    });

    test("all four layers are taken from, or none", async () => {
      const { ledger } = await openStore();
      const layers = ["token", "user", "profile"].map((id) => moneyClaim(id, 1_000_000));

      const refused = await ledger.reserve(
        reservationOf("r1", { budgets: [...layers, moneyClaim("sector", 51)] }),
      );
      const untouched = await ledger.budgetStates(layers.map((layer) => november(layer.budgetId)));
      const granted = await ledger.reserve(
        reservationOf("r2", { budgets: [...layers, tokenClaim("sector", 600)] }),
      );

      expect(refused).toEqual({
        kind: "overBudget",
        budget: { budgetId: "sector", spent: 0, reserved: 0 },
        rates: {},
      });
      expect(untouched.map(({ reserved }) => reserved)).toEqual([0, 0, 0]);
      expect(granted).toEqual({
        kind: "granted",
        outputTokens: 500,
        budgets: [
          ...["token", "user", "profile"].map((budgetId) => ({
            budgetId,
            spent: 0,
            reserved: 800,
          })),
          { budgetId: "sector", spent: 0, reserved: 600 },
        ],
        rates: {},
      });
    });

    test("with 1,000 tokens left, a wish for 32,000 is granted what is left", async () => {
      const { ledger } = await openStore();
      const budgets = [tokenClaim("wide", 10_000_000), tokenClaim("tight", 1_100)];

      const granted = await ledger.reserve(reservationOf("r1", { budgets, outputTokens: 32_000 }));
      const refused = await ledger.reserve(reservationOf("r2", { budgets, outputTokens: 32_000 }));

      expect(granted).toMatchObject({ kind: "granted", outputTokens: 1_000 });
      expect(refused).toMatchObject({ kind: "overBudget", budget: { budgetId: "tight" } });
    });

    test.each([
      { limit: 49, expected: { kind: "overBudget" } },
      { limit: 51, expected: { kind: "overBudget" } },
      { limit: 52, expected: { kind: "granted", outputTokens: 1 } },
      { limit: 53, expected: { kind: "granted", outputTokens: 2 } },
      { limit: 54, expected: { kind: "granted", outputTokens: 2 } },
    ])("costs are rounded up and never pass a limit of $limit", async ({ limit, expected }) => {
      const { ledger } = await openStore();

      const result = await ledger.reserve(
        reservationOf("r1", { budgets: [moneyClaim("b", limit)] }),
      );

      expect(result).toMatchObject(expected);
      const [state] = await ledger.budgetStates([november("b")]);
      expect(state?.reserved).toBeLessThanOrEqual(limit);
    });

    test("amounts whose product passes 2^53 are exact", async () => {
      const { ledger } = await openStore();
      const perMillionOutput = 8_999_999_999_999;
      const budgets = [{ ...moneyClaim("b", 9_000_000_000_000_000), perMillionOutput, fixed: 1 }];

      const result = await ledger.reserve(
        reservationOf("r1", { budgets, outputTokens: 2_000_000_000 }),
      );

      // floor((9e15 - 1) * 1e6 / 8_999_999_999_999), and the cost of so many, rounded up.
      expect(result).toEqual({
        kind: "granted",
        outputTokens: 1_000_000_000,
        budgets: [{ budgetId: "b", spent: 0, reserved: 8_999_999_999_999_001 }],
        rates: {},
      });
    });

    test("what costs nothing passes a spent budget, but not an overspent one", async () => {
      const { ledger } = await openStore();
      const free = { ...moneyClaim("b", 1_000), fixed: 0, perMillionOutput: 0 };
      const spend = async (id: string, cost: number): Promise<void> => {
        await ledger.reserve(reservationOf(id, { budgets: [free] }));
        await ledger.settle(settlementOf(id, { cost }));
      };

      await spend("r1", 1_000);
      const spent = await ledger.reserve(reservationOf("r2", { budgets: [free] }));
      await ledger.settle(settlementOf("r2", { cost: 1 }));
      const overspent = await ledger.reserve(reservationOf("r3", { budgets: [free] }));

      expect(spent).toMatchObject({ kind: "granted", outputTokens: 500 });
      expect(overspent).toMatchObject({ kind: "overBudget" });
    });

    test("a request without an answer needs room for its input only", async () => {
      const { ledger } = await openStore();
      const embed = (id: string) =>
        ledger.reserve(reservationOf(id, { budgets: [tokenClaim("b", 100)], outputTokens: 0 }));

      expect(await embed("r1")).toMatchObject({ kind: "granted", outputTokens: 0 });
      expect(await embed("r2")).toMatchObject({ kind: "overBudget" });
    });

    test("a new month is a new budget", async () => {
      const { ledger } = await openStore();
      const claim = tokenClaim("b", 600);

      await ledger.reserve(reservationOf("r1", { budgets: [claim] }));
      const december = await ledger.reserve(
        reservationOf("r2", { budgets: [{ ...claim, period: "2026-12" }] }),
      );

      expect(december).toMatchObject({ kind: "granted", outputTokens: 500 });
    });

    test("the same id cannot be reserved twice", async () => {
      const { ledger } = await openStore();
      const reservation = reservationOf("r1", { budgets: [moneyClaim("b", 10_000)] });
      await ledger.reserve(reservation);

      const others = await Promise.allSettled([
        ledger.reserve(reservation),
        ledger.reserve({ ...reservation, id: "r2" }),
      ]);

      expect(others).toMatchObject([
        { status: "rejected", reason: { reason: "conflict" } },
        { status: "fulfilled", value: { kind: "granted" } },
      ]);
      expect(await ledger.budgetStates([november("b")])).toMatchObject([{ reserved: 1_600 }]);
    });
  });
}

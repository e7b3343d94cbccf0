import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { BudgetClaim } from "../../../../src/hubServer/store/store.ts";
import {
  claimAmount,
  grantTokens,
  outputCost,
} from "../../../../src/hubServer/store/tokenBudget.ts";

const amount = fc.integer({ min: 0, max: 9_000_000_000_000 });
const claim: fc.Arbitrary<BudgetClaim> = fc.record({
  budgetId: fc.constantFrom("a", "b"),
  period: fc.constant("2026-11"),
  limit: amount,
  fixed: fc.integer({ min: 0, max: 10_000 }),
  perMillionOutput: fc.oneof(fc.constant(0), amount),
  unit: fc.constant("money" as const),
});

test("a cost is rounded up to the next whole unit", () => {
  expect([0, 1, 2, 3].map((tokens) => outputCost(tokens, 1_500_000))).toEqual([0, 2, 3, 5]);
  expect(outputCost(1, 1)).toBe(1);
  expect(outputCost(1_000_000_000, 8_999_999_999_999)).toBe(8_999_999_999_999_000);
});

test("a grant never passes a limit, and one token more would", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(claim, amount, amount), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (layers, wished) => {
        const claims = layers.map(([one, spent, reserved]) => ({
          claim: one,
          state: { budgetId: one.budgetId, spent, reserved },
        }));
        const fits = (tokens: number): boolean =>
          claims.every(
            ({ claim: one, state }) =>
              BigInt(state.spent) + BigInt(state.reserved) + BigInt(claimAmount(one, tokens)) <=
              BigInt(one.limit),
          );

        const grant = grantTokens(wished, claims);

        if (grant.kind === "granted") {
          expect(fits(grant.outputTokens)).toBe(true);
          expect(grant.outputTokens === wished || !fits(grant.outputTokens + 1)).toBe(true);
        } else {
          expect(fits(1)).toBe(false);
        }
      },
    ),
  );
});

import { expect, test } from "vitest";

import {
  budgetLevel,
  remainingOf,
  tightestBudget,
  usedShare,
} from "../../../src/shared/hubApi/budgets.ts";
import type { BudgetLayer } from "../../../src/shared/hubApi/usageReport.ts";

const layer = (more: Partial<BudgetLayer>): BudgetLayer => ({
  kind: "token",
  unit: "money",
  ...more,
});

test.each([
  [{}, undefined, "plenty"],
  [{ limit: "10" }, undefined, "plenty"],
  [{ limit: "10", used: "7.99" }, 0.799, "plenty"],
  [{ limit: "10", used: "8" }, 0.8, "low"],
  [{ limit: "10", used: "9.5" }, 0.95, "critical"],
  [{ limit: "10", used: "10" }, 1, "exhausted"],
  [{ limit: "10", used: "12" }, 1.2, "exhausted"],
  [{ remaining: "0" }, 1, "exhausted"],
  [{ limit: "0", used: "0" }, undefined, "plenty"],
  [{ limit: "0", remaining: "0" }, 1, "exhausted"],
  [{ share: 0.95 }, 0.95, "critical"],
] as const)("of %o the used share is %s: %s", (fields, share, level) => {
  const subject = layer(fields);
  expect(share === undefined ? usedShare(subject) : (usedShare(subject) ?? 0).toFixed(6)).toBe(
    share?.toFixed(6),
  );
  expect(budgetLevel(subject)).toBe(level);
});

test("what is reserved counts as used, because it cannot be spent", () => {
  expect(usedShare(layer({ limit: "10", used: "1", remaining: "4" }))).toBeCloseTo(0.6);
});

test("what is left is computed where only limit and use were reported", () => {
  expect(remainingOf(layer({ limit: "0.3", used: "0.1" }))).toBe("0.2");
  expect(remainingOf(layer({ limit: "1", used: "2" }))).toBe("0");
  expect(remainingOf(layer({ used: "2" }))).toBeUndefined();
});

test("the tightest budget is the one that is used up furthest, whatever its unit", () => {
  const rich = layer({ limit: "5", used: "1" });
  const poor = layer({ kind: "sector", unit: "tokens", limit: "1000", used: "900" });
  expect(tightestBudget([rich, poor])).toBe(poor);
  expect(tightestBudget([layer({ used: "3" })])).toBeUndefined();
  const leftOnly = layer({ remaining: "4" });
  expect(tightestBudget([layer({}), leftOnly])).toBe(leftOnly);
});

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { formatMoney, parseMoney } from "../../../../src/hubServer/values/money.ts";

test.each([
  ["0", 0, "0.00"],
  ["5", 5_000_000, "5.00"],
  ["12.5", 12_500_000, "12.50"],
  ["0.0123", 12_300, "0.0123"],
  ["0.000001", 1, "0.000001"],
  ["999999999.999999", 999_999_999_999_999, "999999999.999999"],
])("%s is %i millionths and is written %s", (text, amount, written) => {
  expect(parseMoney(text)).toBe(amount);
  expect(formatMoney(amount)).toBe(written);
});

test("a debt has its sign in front", () => {
  expect(formatMoney(-12_300)).toBe("-0.0123");
});

test("no amount changes by being written and read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (amount) => {
      expect(parseMoney(formatMoney(amount))).toBe(amount);
    }),
  );
});

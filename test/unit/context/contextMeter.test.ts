import { expect, test } from "vitest";

import { firstThatFits, reservedForAnswer } from "../../../src/context/contextMeter.ts";
import { factorOf, unknownRate, withReport } from "../../../src/context/tokenRate.ts";

test("keeps free what the model may answer, but at most a quarter of its context", () => {
  expect(reservedForAnswer({ contextLength: 128_000, maxOutputTokens: 16_000 })).toBe(16_000);
  expect(reservedForAnswer({ contextLength: 8_000, maxOutputTokens: 8_000 })).toBe(2_000);
  expect(reservedForAnswer({ contextLength: 128_000 })).toBe(4_096);
  expect(reservedForAnswer({ maxOutputTokens: 16_000 })).toBeUndefined();
});

test("keeps the newest turns that fit, and always the last", () => {
  expect(firstThatFits([100, 100, 100], 250)).toBe(1);
  expect(firstThatFits([100, 100, 100], 300)).toBe(0);
  expect(firstThatFits([100, 100, 100], 10)).toBe(2);
  expect(firstThatFits([], 10)).toBe(0);
});

test("the rate of a model is what its hub reported over what was estimated", () => {
  const once = withReport(unknownRate, { estimated: 1_000, reported: 1_200 });
  const twice = withReport(once, { estimated: 3_000, reported: 3_000 });
  expect(factorOf(unknownRate)).toBe(1);
  expect(factorOf(once)).toBe(1.2);
  expect(factorOf(twice)).toBe(1.05);
});

test.each([
  { estimated: 50, reported: 400 },
  { estimated: 1_000, reported: 0 },
  { estimated: 1_000, reported: 90_000 },
  { estimated: 1_000, reported: Number.NaN },
  { estimated: 0, reported: 0 },
])("a report that cannot be about the text changes nothing: $estimated and $reported", (answer) => {
  expect(withReport(unknownRate, answer)).toEqual(unknownRate);
});

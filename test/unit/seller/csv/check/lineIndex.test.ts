import { expect, test } from "vitest";

import { LineIndex } from "../../../../../src/seller/csv/check/lineIndex.ts";

test("a million different keys are kept apart, and each is found again", () => {
  const index = new LineIndex();
  for (let key = 1; key <= 1_000_000; key++) {
    index.add(`["${key}"]`, "", key);
  }
  let alone = 0;
  let again = 0;
  for (let key = 1; key <= 1_000_000; key++) {
    alone += index.other(`["${key}"]`, key) === undefined ? 1 : 0;
    again += index.other(`["${key}"]`, 2_000_000)?.line === key ? 1 : 0;
  }
  expect([alone, again]).toEqual([1_000_000, 1_000_000]);
});

import { expect, test } from "vitest";

import { LineIndex } from "../../../../src/seller/csv/lineIndex.ts";

test("a million different keys are kept apart, and each is found again", () => {
  const index = new LineIndex();
  let found = 0;
  for (let key = 1; key <= 1_000_000; key++) {
    found += index.firstLine(`["${key}"]`, key) === undefined ? 0 : 1;
  }
  let again = 0;
  for (let key = 1; key <= 1_000_000; key++) {
    again += index.firstLine(`["${key}"]`, 2_000_000) === key ? 1 : 0;
  }
  expect([found, again]).toEqual([0, 1_000_000]);
});

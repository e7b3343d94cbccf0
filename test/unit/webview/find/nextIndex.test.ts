import { expect, test } from "vitest";

import { nextIndex } from "../../../../src/webview/find/nextIndex.ts";

test.each([
  [-1, 1, 5, 0],
  [-1, -1, 5, 4],
  [-1, -1, 1, 0],
  [0, -1, 5, 4],
  [4, 1, 5, 0],
  [2, -1, 5, 1],
] as const)("from %i by %i of %i: %i", (index, direction, total, next) => {
  expect(nextIndex(index, direction, total)).toBe(next);
});

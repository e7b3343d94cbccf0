import { expect, test } from "vitest";

import { withKeptLineEnds } from "../../../src/edits/review/keptLineEnds.ts";

test.each([
  ["a\r\nb\r\n", "a\nc\nd\n", "a\r\nc\r\nd\r\n"],
  ["a\r\nb\r\n", "a\r\nc\n", "a\r\nc\r\n"],
  ["a\nb\n", "a\r\nc\r\n", "a\nc\n"],
  ["a\rb\r", "a\nc\n", "a\rc\r"],
  ["a\r\nb\nc\r\n", "a\nb\nc\nd", "a\r\nb\nc\r\nd"],
  ["\u{FEFF}a\r\nb\r\n", "a\nc\n", "\u{FEFF}a\r\nc\r\n"],
  ["\u{FEFF}a\n", "\u{FEFF}b\n", "\u{FEFF}b\n"],
  ["\u{FEFF}a", "b\nc\n", "\u{FEFF}b\nc\n"],
  ["a\r\n", "", ""],
  ["a", "b\r\nc\r\n", "b\r\nc\r\n"],
  ["a\nb\n", "1 %\r2 %\r\n", "1 %\r2 %\r\n"],
  ["", "a\n", "a\n"],
])("%j, written anew as %j, is %j", (before, text, kept) => {
  expect(withKeptLineEnds(before, text)).toBe(kept);
});

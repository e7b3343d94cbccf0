import { expect, test } from "vitest";

import { typedOver } from "../../../../src/extension/editor/typedAhead.ts";

const text = "one two three";
const two = { start: 4, end: 7 };

test.each([
  ["one fix three", "fix"],
  ["one  three", ""],
  ["one two two three", "two two"],
  ["one f\n  ix three", "f\n  ix"],
])("in %j, %j was typed over the selection", (after, typed) => {
  expect(typedOver(text, after, two)).toBe(typed);
});

test("at a cursor it was typed between what stands before and behind", () => {
  expect(typedOver(text, "one twox three", { start: 7, end: 7 })).toBe("x");
});

test.each(["one two three", "two three", "one fix", "One fix three", "one two three!", ""])(
  "%j is not typed over the selection",
  (after) => {
    expect(typedOver(text, after, two)).toBeUndefined();
  },
);

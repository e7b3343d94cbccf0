import * as fc from "fast-check";
import { expect, test } from "vitest";

import { shiftedSpans } from "../../../../src/webview/protection/shiftedSpans.ts";

test("a stretch that one change does not touch is found again, with the same text", () => {
  const change = fc.record({
    before: fc.string({ maxLength: 30 }),
    at: fc.nat(30),
    removed: fc.nat(5),
    added: fc.string({ maxLength: 5 }),
    start: fc.nat(30),
    length: fc.integer({ min: 1, max: 6 }),
  });
  fc.assert(
    fc.property(change, ({ before, at, removed, added, start, length }) => {
      const after = before.slice(0, at) + added + before.slice(at + removed);
      const span = { start, end: start + length };
      fc.pre(span.end <= before.length);
      const shifted = shiftedSpans([span], before, after);
      const value = before.slice(span.start, span.end);
      expect(shifted.map(({ start: from, end }) => after.slice(from, end))).toEqual(
        shifted.map(() => value),
      );
      const isUntouched = span.end <= at || span.start >= at + removed;
      const isInside = at > span.start && at + removed < span.end && after !== before;
      expect(shifted.length).toBeGreaterThanOrEqual(
        isUntouched && !isInside && added === "" && removed === 0 ? 1 : 0,
      );
    }),
  );
});

test("what is typed in front moves a stretch, what is typed into it drops it", () => {
  const spans = [
    { start: 4, end: 6 },
    { start: 10, end: 12 },
  ];
  expect(shiftedSpans(spans, "abc-CC---EE-DD", "abc-C!C---EE-DD")).toEqual([
    { start: 11, end: 13 },
  ]);
  expect(shiftedSpans(spans, "abc-CC---EE-DD", "!abc-CC---EE-DD")).toEqual([
    { start: 5, end: 7 },
    { start: 11, end: 13 },
  ]);
});

test("a text box shows the beginning of a longer draft", () => {
  expect(
    shiftedSpans(
      [
        { start: 0, end: 2 },
        { start: 5, end: 8 },
      ],
      "ab\n\nlong text",
      "ab",
    ),
  ).toEqual([{ start: 0, end: 2 }]);
});

import { array, assert as assertAll, constantFrom, nat, property } from "fast-check";
import { expect, test } from "vitest";

import { applyHunks, lineDiff } from "../../../src/edits/lineDiff.ts";
import { hunksAfter, rebaseHunks } from "../../../src/edits/review/rebaseHunks.ts";

const lines = array(constantFrom("a", "b", "c", "", "}"), { maxLength: 30 });

test("all hunks give the target and none gives the original", () => {
  assertAll(
    property(lines, lines, (before, after) => {
      const hunks = lineDiff(before, after);
      expect(applyHunks(before, hunks)).toEqual(after);
      expect(applyHunks(before, [])).toEqual(before);
      for (const { start, removed } of hunks) {
        expect(before.slice(start, start + removed.length)).toEqual(removed);
      }
    }),
  );
});

test("accepting hunks one after the other, in any order, is accepting them together", () => {
  const order = array(nat(), { maxLength: 20 });
  assertAll(
    property(lines, lines, order, (before, after, picks) => {
      let text: readonly string[] = before;
      let open = lineDiff(before, after);
      const rejected = open.filter((_hunk, index) => (picks[index] ?? 0) % 3 === 0);
      const together = applyHunks(
        before,
        open.filter((hunk) => !rejected.includes(hunk)),
      );
      open = open.filter((hunk) => !rejected.includes(hunk));
      for (const pick of [...picks, ...open.map(() => 0)]) {
        const hunk = open[pick % Math.max(1, open.length)];
        if (hunk) {
          text = applyHunks(text, [hunk]);
          open = hunksAfter(open, [hunk]);
        }
      }
      expect(text).toEqual(together);
    }),
  );
});

test("the diff is as small as it can be", () => {
  assertAll(
    property(lines, lines, (before, after) => {
      const kept = before.length - lineDiff(before, after).flatMap(({ removed }) => removed).length;
      expect(kept).toBe(longestCommon(before, after));
    }),
  );
});

test("texts that have nothing in common are one hunk, however long", () => {
  const before = Array.from({ length: 5_000 }, (_none, index) => `old ${index}`);
  const after = Array.from({ length: 5_000 }, (_none, index) => `new ${index}`);
  expect(lineDiff(before, after)).toEqual([{ start: 0, removed: before, added: after }]);
});

test("hunks follow their lines when the file changes elsewhere", () => {
  const before = ["a", "b", "c", "d"];
  const hunks = lineDiff(before, ["a", "B", "c", "D"]);
  expect(rebaseHunks(before, ["new", "a", "b", "c", "d"], hunks)).toEqual({
    hunks: hunks.map((hunk) => ({ ...hunk, start: hunk.start + 1 })),
    lost: 0,
  });
});

test("a hunk whose own lines were changed is lost, the others stay", () => {
  const before = ["a", "b", "c", "d"];
  const hunks = lineDiff(before, ["a", "B", "c", "D"]);
  const [, second] = hunks;
  expect(rebaseHunks(before, ["a", "other", "c", "d"], hunks)).toEqual({
    hunks: [second],
    lost: 1,
  });
});

test("what is left of a diff fits whatever the file became", () => {
  assertAll(
    property(lines, lines, lines, (before, after, now) => {
      const { hunks } = rebaseHunks(before, now, lineDiff(before, after));
      for (const { start, removed } of hunks) {
        expect(now.slice(start, start + removed.length)).toEqual(removed);
      }
    }),
  );
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let previous = Array.from({ length: b.length + 1 }, () => 0);
  for (const left of a) {
    const row = [0];
    for (const [index, right] of b.entries()) {
      row.push(
        left === right
          ? (previous[index] ?? 0) + 1
          : Math.max(previous[index + 1] ?? 0, row[index] ?? 0),
      );
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}

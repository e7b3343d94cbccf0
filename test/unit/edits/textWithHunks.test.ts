import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";

import { linesOf } from "../../../src/edits/fileLines.ts";
import { lineDiff } from "../../../src/edits/lineDiff.ts";
import { textWithHunks } from "../../../src/edits/review/textWithHunks.ts";

test("all hunks between two texts lead from one to the other, and none change nothing", () => {
  const text = array(constantFrom("a", "b", "\n")).map((parts) => parts.join(""));
  assert(
    property(text, text, (before, after) => {
      const hunks = lineDiff(linesOf(before), linesOf(after));
      expect(textWithHunks(before, hunks)).toBe(after);
      expect(textWithHunks(before, [])).toBe(before);
    }),
  );
});

test("lines that stay keep their ends, new ones take that of the first line", () => {
  const hunks = [{ start: 1, removed: ["b"], added: ["x", "y"] }];
  expect(textWithHunks("a\r\nb\nc\nd", hunks)).toBe("a\r\nx\r\ny\r\nc\nd");
});

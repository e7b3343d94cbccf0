import { array, assert as assertAll, constantFrom, property, stringMatching } from "fast-check";
import { expect, test } from "vitest";

import { lineDiff } from "../../../src/edits/lineDiff.ts";
import { CodeStream } from "../../../src/edits/review/codeStream.ts";
import { hunkEdits, type TextPosition } from "../../../src/edits/review/hunkEdits.ts";
import { overwrite } from "../../../src/edits/review/overwrite.ts";
import { reviewLayout } from "../../../src/edits/review/reviewLayout.ts";

const lines = array(constantFrom("a", "bb", "", "}"), { minLength: 1, maxLength: 20 });

test("the changes of a text, made from the last to the first, give the other text", () => {
  assertAll(
    property(lines, lines, (before, after) => {
      let text = before.join("\n");
      for (const { start, end, text: added } of hunkEdits(
        before,
        lineDiff(before, after),
      ).toReversed()) {
        text = text.slice(0, offset(before, start)) + added + text.slice(offset(before, end));
      }
      expect(text).toBe(after.join("\n"));
    }),
  );
});

test("a review shows every line of both texts once, each as what it is", () => {
  assertAll(
    property(lines, lines, (before, after) => {
      const { lines: shown, rows } = reviewLayout(before, lineDiff(before, after));
      const without = (kind: string): readonly string[] =>
        rows.flatMap((run) => (run.kind === kind ? [] : shown.slice(run.start, run.end)));
      expect(without("added")).toEqual(before);
      expect(without("removed")).toEqual(after);
    }),
  );
});

test("each hunk of a review begins where its first row stands", () => {
  const layout = reviewLayout(["a", "b", "c"], lineDiff(["a", "b", "c"], ["a", "x", "c", "d"]));
  expect(layout.lines).toEqual(["a", "b", "x", "c", "d"]);
  expect(layout.hunks).toEqual([
    { start: 1, end: 3 },
    { start: 4, end: 5 },
  ]);
});

test("code is what stands inside the first fence, however the answer is cut", () => {
  const answer = "Here it is:\n\n```ts\nconst a = 1;\n\nconst b = `x`;\n```\nDone.\n";
  for (let size = 1; size < answer.length; size += 1) {
    const stream = new CodeStream();
    for (let at = 0; at < answer.length; at += size) {
      stream.append(answer.slice(at, at + size));
    }
    expect(stream.finish()).toEqual(["const a = 1;", "", "const b = `x`;"]);
  }
});

test("an answer without a fence is words, never code, also while it streams", () => {
  const stream = new CodeStream();
  stream.append("You said:\nfunction a() {}\n");
  expect(stream.lines).toEqual([]);
  stream.append("Anything else?");
  expect(stream.finish()).toBeUndefined();
  expect(stream.words).toBe("You said:\nfunction a() {}\nAnything else?");
});

test("a Markdown block has the blocks that its own fences of the same length hold", () => {
  const stream = new CodeStream();
  stream.append("```md\n# Title\n```ts\nlet a;\n```\nEnd\n```\nWords\n");
  expect(stream.finish()).toEqual(["# Title", "```ts", "let a;", "```", "End"]);
});

test("while new lines come, old ones that are not reached yet stay", () => {
  const before = ["start", "one", "two", "end"];
  expect(overwrite(before, [])).toEqual(before);
  expect(overwrite(before, ["start", "1"])).toEqual(["start", "1", "two", "end"]);
  expect(overwrite(before, ["start", "1", "2", "end"])).toEqual(["start", "1", "2", "end"]);
});

test("new lines are never hidden by old ones", () => {
  const words = array(stringMatching(/^[a-c]{0,2}$/u), { maxLength: 12 });
  assertAll(
    property(words, words, (before, after) => {
      expect(overwrite(before, after).slice(0, after.length)).toEqual(after);
    }),
  );
});

function offset(text: readonly string[], { line, column }: TextPosition): number {
  return text.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column;
}

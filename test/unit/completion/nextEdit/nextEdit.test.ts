import { array, assert, constantFrom, integer, property, string, tuple } from "fast-check";
import { expect, test } from "vitest";

import {
  editWindow,
  type EditWindow,
  readNextEdit,
  textsOf,
} from "../../../../src/completion/nextEdit/nextEdit.ts";
import { RecentEdits } from "../../../../src/completion/nextEdit/recentEdits.ts";
import { linesOf } from "../../../../src/completion/textLines.ts";

const lines = ["start();", "\tsend(total);", "\tkeep(total);", "end();", "end();"];
const around: EditWindow = { first: 10, lines, cursor: { line: 11, column: 3 } };

function answer(old: string, renewed: string): string {
  return `<old>\n${old}\n</old>\n<new>\n${renewed}\n</new>`;
}

test("lines that stand once are replaced, without those that are equal at both ends", () => {
  const whole = lines.slice(0, 4).join("\n");
  expect(readNextEdit(answer(whole, whole.replace("keep(total)", "keep(sum)")), around)).toEqual({
    line: 12,
    removed: ["\tkeep(total);"],
    added: ["\tkeep(sum);"],
  });
});

test.each([
  ["a fence", `\`\`\`\n${answer("\tkeep(total);", "\tkeep(sum);")}\n\`\`\``],
  ["line ends of Windows", answer("\tkeep(total);", "\tkeep(sum);").replaceAll("\n", "\r\n")],
  ["a thought", `<think>keep</think>\n${answer("\tkeep(total);", "\tkeep(sum);")}`],
])("%s around the answer does not count", (_, text) => {
  expect(readNextEdit(text, around)).toEqual({
    line: 12,
    removed: ["\tkeep(total);"],
    added: ["\tkeep(sum);"],
  });
});

test("lines can go away", () => {
  expect(readNextEdit("<old>\n\tkeep(total);\n</old>\n<new>\n</new>", around)).toEqual({
    line: 12,
    removed: ["\tkeep(total);"],
    added: [],
  });
});

test.each([
  ["nothing", ""],
  ["no edit", "<none/>"],
  ["prose", "You should rename total."],
  ["prose before it", `Here it is:\n${answer("\tkeep(total);", "x")}`],
  ["prose after it", `${answer("\tkeep(total);", "x")}\nDone.`],
  ["lines that stand nowhere", answer("keep(total);", "x")],
  ["a part of a line", answer("\tkeep", "x")],
  ["lines that stand twice", answer("end();", "x")],
  ["no old lines", answer("", "x")],
  ["the same lines", answer("\tkeep(total);", "\tkeep(total);")],
  ["21 lines", answer("\tkeep(total);", "x\n".repeat(20) + "x")],
  ["a long line", answer("\tkeep(total);", "x".repeat(401))],
  ["half of a character", answer("\tkeep(total);", "\ud83d")],
  ["text that turns its order", answer("\tkeep(total);", "a\u202eb")],
  ["a cut answer", answer("\tkeep(total);", "x").slice(0, -3)],
])("%s is no edit", (_, text) => {
  expect(readNextEdit(text, around)).toBeUndefined();
});

test("whatever an answer is, an edit replaces lines of the window by few short lines", () => {
  const line = constantFrom(...lines, "<old>", "</old>", "<new>", "</new>", "```", "");
  const text = tuple(array(line, { maxLength: 12 }), string()).map((all) => all.flat().join("\n"));
  assert(
    property(text, (given) => {
      const edit = readNextEdit(given, around);
      if (edit) {
        const at = edit.line - around.first;
        expect(lines.slice(at, at + edit.removed.length)).toEqual(edit.removed);
        expect(edit.added.length).toBeLessThanOrEqual(20);
      }
    }),
  );
});

test("the window has at most 40 lines around the cursor, which both texts give back", () => {
  const texts = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  assert(
    property(integer({ min: 0, max: 99 }), integer({ min: 0, max: 6 }), (line, column) => {
      const window = editWindow(linesOf(texts.join("\n")), { line, column });
      expect(window?.lines.length).toBeLessThanOrEqual(40);
      const { prefix = "", suffix = "" } = window ? textsOf(window) : {};
      expect(prefix + suffix).toBe(window?.lines.join("\n"));
      expect(prefix.split("\n").at(-1)).toBe(texts[line]?.slice(0, column));
    }),
  );
});

test("a line of a built file makes no window", () => {
  const text = `a\n${"x".repeat(401)}\nb`;
  expect(editWindow(linesOf(text), { line: 0, column: 0 })).toBeUndefined();
});

test("the last five differences are kept, as whole lines; a large one is left out", () => {
  const recent = new RecentEdits();
  recent.add("a.ts", "one\ntwo\n", "one\ntwo\n");
  recent.add("a.ts", "one\r\ntwo\r\n", "one\r\ntwice\r\n");
  recent.add("a.ts", "", "x\n".repeat(30));
  expect(recent.list).toEqual([{ path: "a.ts", text: "-two\n+twice" }]);
  for (const name of ["a", "b", "c", "d", "e"]) {
    recent.add(name, "1", "2");
  }
  expect(recent.list.map(({ path }) => path)).toEqual(["a", "b", "c", "d", "e"]);
});

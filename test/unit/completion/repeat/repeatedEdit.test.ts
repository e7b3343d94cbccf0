import { array, assert, nat, property, stringMatching, tuple } from "fast-check";
import { expect, test } from "vitest";

import {
  EditUnderWay,
  maxPlaces,
  placesOf,
  type OffsetChange,
  type Replacement,
} from "../../../../src/completion/repeat/repeatedEdit.ts";

function apply(text: string, { offset, removed, text: added }: OffsetChange): string {
  return text.slice(0, offset) + added + text.slice(offset + removed);
}

/** Applies the changes in order; answers the last text and its replacement. */
function edited(
  text: string,
  changes: readonly OffsetChange[],
): { readonly now: string; readonly edit: Replacement | undefined } {
  const underWay = new EditUnderWay();
  let now = text;
  for (const change of changes) {
    underWay.add(now, change);
    now = apply(now, change);
  }
  return { now, edit: underWay.replacement(now) };
}

const code = "let total = 1;\nsend(total);\nlog(totals, total);\n";

test("a name that is typed over key by key is replaced as a whole", () => {
  const { edit } = edited(code, [
    { offset: 8, removed: 1, text: "" },
    { offset: 7, removed: 1, text: "" },
    { offset: 7, removed: 0, text: "l" },
    { offset: 8, removed: 0, text: "y" },
  ]);
  expect(edit).toEqual({ from: "total", to: "totly", offset: 4, neighbours: "let =" });
});

test("one letter within a name replaces the name, at whole names between the same neighbours", () => {
  const { now, edit } = edited(
    "a(total, 1)\nb(total, 2)\na(totals, 3)\na(total, 4)\na(total; 5)\n",
    [{ offset: 3, removed: 1, text: "0" }],
  );
  expect(edit).toEqual({ from: "total", to: "t0tal", offset: 2, neighbours: "( ," });
  const whole = edit ?? { from: "", to: "", offset: 0, neighbours: "" };
  expect(placesOf(whole, now, "alike")).toEqual([now.indexOf("total"), now.indexOf("total, 4")]);
  expect(placesOf(whole, now, "all")).toHaveLength(3);
});

test("an argument that is added within a call replaces the call", () => {
  const text = "read(path);\nx = await fs.read(path);\nread(path);\n";
  const { now, edit } = edited(text, [{ offset: 9, removed: 0, text: ', "utf8"' }]);
  expect(edit).toEqual({
    from: "read(path)",
    to: 'read(path, "utf8")',
    offset: 0,
    neighbours: " ;",
  });
  expect(edit && placesOf(edit, now, "all").map((at) => now.slice(at, at + 10))).toEqual([
    "read(path)",
    "read(path)",
  ]);
});

test.each([
  ["a line that is added", { offset: 14, removed: 0, text: "\nlet more = 2;" }],
  ["a blank", { offset: 3, removed: 0, text: " " }],
  ["a removed name", { offset: 4, removed: 5, text: "" }],
  ["a short name", { offset: 0, removed: 3, text: "const" }],
])("%s is no edit to repeat", (_, change) => {
  expect(edited(code, [change]).edit).toBeUndefined();
});

test("an edit elsewhere begins anew", () => {
  const { edit } = edited(code, [
    { offset: 4, removed: 5, text: "sums" },
    { offset: 19, removed: 5, text: "whole" },
  ]);
  expect(edit).toEqual({ from: "total", to: "whole", offset: 19, neighbours: "( )" });
});

test("where the new text stands already, the old text within it is no place", () => {
  const { now, edit } = edited("use(path);\nuse(this.path);\nuse(path);\n", [
    { offset: 4, removed: 0, text: "this." },
  ]);
  expect(edit && placesOf(edit, now, "all")).toEqual([now.lastIndexOf("path")]);
});

test("too many places are offered nowhere", () => {
  const text = "f(name)\n".repeat(maxPlaces + 2);
  const { now, edit } = edited(text, [{ offset: 2, removed: 4, text: "other" }]);
  expect(edit && placesOf(edit, now, "all")).toEqual([]);
});

test("however an edit is typed, its replacement turns the old text into the new one", () => {
  const word = stringMatching(/^[a-zé_$]{1,8}$/u);
  const words = array(word, { minLength: 3, maxLength: 12 }).map((all) => all.join(" ("));
  const steps = array(tuple(nat(), nat(4), word), { minLength: 1, maxLength: 6 });
  assert(
    property(words, steps, (text, all) => {
      let [start, end] = [Math.floor(text.length / 2), Math.floor(text.length / 2)];
      let now = text;
      const changes = all.map(([place, most, added]) => {
        // Each change touches the ones before it.
        const offset = start + (place % (end - start + 1));
        const removed = Math.min(most, now.length - offset);
        const change = { offset, removed, text: added };
        now = apply(now, change);
        end = Math.max(end, offset + removed) + added.length - removed;
        start = Math.min(start, offset);
        return change;
      });
      const { edit } = edited(text, changes);
      if (edit) {
        const { offset, from, to } = edit;
        expect(now.slice(offset, offset + to.length)).toBe(to);
        expect(now.slice(0, offset) + from + now.slice(offset + to.length)).toBe(text);
      }
    }),
  );
});

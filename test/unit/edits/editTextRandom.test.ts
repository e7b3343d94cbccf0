import {
  array,
  assert as assertAll,
  boolean,
  constantFrom,
  nat,
  property,
  record,
} from "fast-check";
import { expect, test } from "vitest";

import { editText } from "../../../src/edits/match/editText.ts";

/** Characters that both texts begin with. */
function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) {
    length += 1;
  }
  return length;
}

function reversed(text: string): string {
  return text.split("").toReversed().join("");
}

function plain(text: string): string {
  return text.replaceAll(/\r\n?/gu, "\n");
}

test("an edit that is made changes nothing outside its place, whatever the file", () => {
  const words = ["alpha", "beta", "x", "", "  if (a) {", "\t}", "“q”", "tail  ", "$&", "\u00A0y"];
  const row = record({ text: constantFrom(...words), end: constantFrom("\n", "\r\n", "\r") });
  const rows = array(row, { minLength: 3, maxLength: 15 });
  const isNew = array(boolean(), { minLength: 4, maxLength: 4 });
  const edges = record({ start: constantFrom("", "\uFEFF"), end: constantFrom("", "end") });
  let made = 0;
  assertAll(
    property(rows, nat(14), isNew, edges, (given, at, news, { start, end }) => {
      const lines = given.map(({ text }, index) => `${text}${index % 7}`);
      const file = start + lines.map((line, index) => line + given[index]?.end).join("") + end;
      const oldLines = lines.slice(at % lines.length).slice(0, 4);
      const oldText = oldLines.join("\n");
      const newText = oldLines.map((line, index) => (news[index] ? "new $& one" : line)).join("\n");
      const result = editText(file, [{ oldText, newText }]);
      if (result.kind === "edited") {
        made += 1;
        const head = commonLength(file, result.text);
        const tail = commonLength(reversed(file.slice(head)), reversed(result.text.slice(head)));
        expect(plain(oldText)).toContain(plain(file.slice(head, file.length - tail)));
        expect(plain(result.text)).toContain(plain(newText));
      }
    }),
    { numRuns: 2_000, seed: 11 },
  );
  expect(made).toBeGreaterThan(500);
});

import { describe, expect, test } from "vitest";

import { cleanAnswer } from "../../../src/completion/clean.ts";
import { reasonAgainstPlace } from "../../../src/completion/quiet.ts";
import { linesOf } from "../../../src/completion/textLines.ts";
import { windowAround } from "../../../src/completion/tokenWindow.ts";
import { acceptedIn } from "./offering.ts";

const style = { insertSpaces: true, tabSize: 2 };

test.each([
  ["the first half of a surrogate pair", "\uD83D"],
  ["a replaced byte sequence", "\uFFFD\uFFFD"],
  ["a sequence that ends in a joiner", "👩\u200D"],
  ["a joiner and half a surrogate pair", "👩\u200D\uD83D"],
  ["half a flag", "\u{1F1F5}"],
])("an answer that ends with %s is offered without that character", (_, half) => {
  const place = { lines: linesOf("const text = \n"), cursor: { line: 0, column: 13 }, style };
  expect(cleanAnswer(`"total 🇧🇷${half}`, place)).toBe('"total 🇧🇷');
  expect(cleanAnswer(half, place)).toBe("");
});

test("whole emoji, accents and flags at the end of an answer stay", () => {
  const place = { lines: linesOf("# \n"), cursor: { line: 0, column: 2 }, style };
  for (const answer of ["happy 👩‍💻", "happy 🇧🇷🇵🇹", "cafe\u0301", "like 👍🏽"]) {
    expect(cleanAnswer(answer, place)).toBe(answer);
  }
});

test("a request contains no half of a surrogate pair, however a long line is cut", () => {
  for (const shift of ["", "x"]) {
    const line = shift + "😀".repeat(1_000_000);
    const cursor = { line: 0, column: shift.length + 1_000_000 };
    const { prefix, suffix } = windowAround(linesOf(line), cursor, { tokens: 1_001 });
    expect([prefix, suffix].filter((text) => /\p{Cs}/u.test(text))).toEqual([]);
    expect(prefix.length + suffix.length).toBeLessThan(1_001 * 6);
  }
});

test("a line of 20 MB costs a request no more than its window", () => {
  const line = "a,".repeat(10_000_000);
  let looks = 0;
  const lines = {
    count: 3,
    at: (at: number) => {
      looks += 1;
      return at === 1 ? "" : line;
    },
  };
  const { prefix, suffix } = windowAround(lines, { line: 1, column: 0 }, { tokens: 1_000 });
  expect([prefix, suffix, looks < 20]).toEqual(["", "", true]);
});

describe("in a document with CRLF and tabs", () => {
  const tabs = { insertSpaces: false, tabSize: 4 };

  test.each([
    ["line feeds and spaces", "\n        return 1;\n    }"],
    ["CRLF and spaces", "\r\n        return 1;\r\n    }"],
    ["line feeds and tabs", "\n\t\treturn 1;\n\t}"],
    ["CRLF and tabs", "\r\n\t\treturn 1;\r\n\t}"],
  ])("an answer with %s has the document's indentation", (_, answer) => {
    const hole = { before: "function a() {\r\n\tif (b) {", after: "\r\n}\r\n" };
    // The editor writes the document's line end for each line feed of an offer.
    expect(acceptedIn(hole, answer, tabs)).toBe(
      "function a() {\r\n\tif (b) {\n\t\treturn 1;\n\t}\r\n}\r\n",
    );
  });

  test.each([4, 8])("spaces of width %i become tabs, whatever the tab's width", (unit) => {
    const lead = (depth: number): string => " ".repeat(unit * depth);
    const block = `\n${lead(2)}if (c) {\n${lead(3)}run();\n${lead(2)}}\n${lead(1)}}`;
    for (const tabSize of [2, 4, 8]) {
      const at = { insertSpaces: false, tabSize };
      const hole = { before: "function a() {\n\tif (b) {", after: "\n}\n" };
      expect(acceptedIn(hole, block, at)).toBe(
        "function a() {\n\tif (b) {\n\t\tif (c) {\n\t\t\trun();\n\t\t}\n\t}\n}\n",
      );
      const steps = { before: "function a() {\n\tfirst(", after: "\n}\n" };
      expect(acceptedIn(steps, `1);\n${lead(1)}second();`, at)).toBe(
        "function a() {\n\tfirst(1);\n\tsecond();\n}\n",
      );
    }
  });

  test("a line that only differs in its line end is not offered again", () => {
    const hole = { before: "\tfirst();\r\n\t", after: "\r\n" };
    expect(acceptedIn(hole, "first();\r\n", tabs)).toBeUndefined();
  });
});

test.each([
  ['const name = "', '";', 'שלום"', 'const name = "שלום";'],
  ["// ", "\n", "السعر الإجمالي", "// السعر الإجمالي\n"],
  ['say("مرحبا ', '");', 'بالعالم"', 'say("مرحبا بالعالم");'],
])("right-to-left text fits as any other: %s", (before, after, answer, expected) => {
  expect(acceptedIn({ before, after }, answer, style)).toBe(expected);
});

test("marks that turn the order of text around are refused, also in right-to-left text", () => {
  const hole = { before: 'const name = "', after: '";' };
  expect(acceptedIn(hole, 'שלום\u202E"', style)).toBeUndefined();
});

test("with several cursors or a selection no model is asked, also on request", () => {
  const place = { lines: linesOf("const total = "), cursor: { line: 0, column: 14 } };
  expect(reasonAgainstPlace({ ...place, hasSelection: true, last: undefined })).toBe("selection");
});

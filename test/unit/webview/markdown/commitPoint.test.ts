import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  affordableLength,
  findCommitPoint,
  MIN_PIECE,
} from "../../../../src/webview/markdown/inline/commitPoint.ts";
import { InlineLexer } from "../../../../src/webview/markdown/inline/inlineLexer.ts";

const lexer = new InlineLexer();

function commitPoint(source: string): number | undefined {
  return findCommitPoint(source, lexer.lex(source));
}

const prose = "some words of prose ".repeat(20);

test("prose is cut between two words, after the least length", () => {
  const point = commitPoint(prose) ?? 0;
  expect(point).toBeGreaterThanOrEqual(MIN_PIECE);
  expect(prose.slice(0, point)).toMatch(/\S $/);
  expect(prose[point]).toMatch(/\S/);
});

test.each(["**bold", "`code", "[link", "*em", "_em", "~~gone", "<b", "![image"])(
  "nothing is cut after %j, which later text may close",
  (open) => {
    expect(commitPoint(`${open} ${prose}`)).toBeUndefined();
  },
);

test.each(["2 * 3", "a < b", "snake_case", "**bold**", "`a * b`", "[x](https://e.example)", "\\*"])(
  "%j does not keep a text from being cut",
  (text) => {
    expect(commitPoint(`${text} ${prose}`)).toBeDefined();
  },
);

const phrase = fc.constantFrom(
  "word ",
  "**b** ",
  "*e ",
  "`c` ",
  "`",
  "_x",
  "[a](b) ",
  "[",
  "~~s~~ ",
  "<i>",
  "www.e.example ",
  "a@b.example ",
  "\\",
  "\n",
  "& ",
  "é😀 ",
);

test("two pieces lexed alone are what they are together", () => {
  fc.assert(
    fc.property(fc.array(phrase, { minLength: 40, maxLength: 150 }), (phrases) => {
      const source = `${"x".repeat(MIN_PIECE)} ${phrases.join("")}`;
      const whole = lexer.lex(source);
      const point = findCommitPoint(source, whole);
      if (point !== undefined) {
        const pieces = [...lexer.lex(source.slice(0, point)), ...lexer.lex(source.slice(point))];
        expect(outline(pieces)).toEqual(outline(whole));
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});

/** The tokens without the cut between two texts. */
function outline(tokens: readonly { readonly type: string; readonly raw: string }[]): string[] {
  const kinds = tokens.map(({ type, raw }) => (type === "text" ? raw : `<${type}>${raw}</>`));
  return kinds.join("").split("\u0000");
}

test("what can be afforded of a text of many delimiters is bounded, and grows with nothing before it", () => {
  const hostile = "~~a~ ".repeat(10_000);
  const affordable = affordableLength(hostile, 1_000_000);
  expect(affordable).toBeLessThan(5000);
  expect(affordableLength(hostile.slice(0, 20_000), 1_000_000)).toBe(affordable);
  expect(affordableLength(prose, 1_000_000)).toBe(prose.length);
});

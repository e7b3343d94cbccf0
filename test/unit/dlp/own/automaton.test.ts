import * as fc from "fast-check";
import { expect, test } from "vitest";

import { Automaton } from "../../../../src/dlp/own/automaton.ts";
import { parsePattern, PatternError } from "../../../../src/dlp/own/parsePattern.ts";
import { checkedCost } from "../../../../src/dlp/own/patternCost.ts";

const atoms = fc.constantFrom(
  ..."a b c 1 - é \\. \\d \\w \\s . [ab] [^a1] [a-c-] [\\d_] \\W [^\\s-]".split(" "),
);

const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atoms,
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => one + other),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("?", "{2}", "{0,2}", "{1,3}"))
      .map(([part, times]) => `(${part})${times}`),
  ),
})).pattern;

const texts = fc.string({ unit: fc.constantFrom(...Array.from("abcABC1-_ é\n.")), maxLength: 12 });

test("a match is the longest that the language's own expressions accept", () => {
  fc.assert(
    fc.property(patterns, texts, fc.boolean(), (source, text, isCaseSensitive) => {
      const automaton = new Automaton(parsePattern(source, isCaseSensitive));
      const whole = new RegExp(`^(?:${source})$`, isCaseSensitive ? "" : "i");
      for (let start = 0; start < text.length; start += 1) {
        const ends = Array.from({ length: text.length - start }, (_, at) => start + at + 1);
        const longest = ends.findLast((end) => whole.test(text.slice(start, end))) ?? -1;
        expect(automaton.longestAt(text, start)).toBe(longest);
      }
    }),
    { numRuns: 2_000 },
  );
});

function problemOf(source: string): string {
  try {
    checkedCost(parsePattern(source, false));
    return "none";
  } catch (error) {
    return error instanceof PatternError ? error.problem : "other";
  }
}

test.each([
  ["EMP-\\d{5}", "none"],
  ["(?:mat|fun)[. ]?\\d{4,8}-?[0-9X]", "none"],
  [".*", "unbounded"],
  ["a+b", "unbounded"],
  ["\\d{3,}", "unbounded"],
  ["(\\d)\\1", "reference"],
  ["(?=a)b", "reference"],
  ["(?<name>a)", "reference"],
  ["^abc", "edge"],
  ["\\babc", "edge"],
  ["", "empty"],
  ["(?:abc)?", "empty"],
  [".{1,5}", "tooCommon"],
  ["\\w{4,20}", "tooCommon"],
  ["[a-z]{8}", "tooCommon"],
  ["\\d{2}", "tooCommon"],
  ["\\d{201}", "tooLong"],
  ["(?:\\d{100}){3}", "tooLong"],
  ["(?:(?:abc|def){50}){50}", "tooLarge"],
  ["[b-a]", "syntax"],
  ["a{2}{3}", "syntax"],
  ["(abc", "syntax"],
  ["abc)", "syntax"],
  ["[abc", "syntax"],
  ["abc\\", "syntax"],
  ["[[:alpha:]]a", "syntax"],
  ["a{3,2}", "syntax"],
  ["(".repeat(30), "tooLarge"],
])("the pattern %j: %s", (source, problem) => {
  expect(problemOf(source)).toBe(problem);
});

test("a pattern that makes other engines try every way takes one pass", () => {
  const automaton = new Automaton(parsePattern("(?:a|a|ab?){0,90}c", true));
  const text = "a".repeat(100);
  expect(automaton.longestAt(text, 0)).toBe(-1);
  expect(automaton.longestAt(`${text.slice(0, 90)}c`, 0)).toBe(91);
});

test("a search that needs very many states forgets old ones and stays right", () => {
  const automaton = new Automaton(parsePattern("(?:a|b){0,20}a(?:a|b){12}c", true));
  let seed = 1;
  const text = Array.from({ length: 20_000 }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % 2 === 0 ? "a" : "b";
  }).join("");
  expect(automaton.longestAt(text, 0)).toBe(-1);
  for (let at = 0; at < 2_000; at += 1) {
    automaton.longestAt(text, at);
  }
  expect(automaton.longestAt(`bba${"b".repeat(12)}c`, 0)).toBe(16);
});

import { array, assert, nat, property, string } from "fast-check";
import { describe, expect, test } from "vitest";

import { searchConversation } from "../../../../src/chat/search/excerpt.ts";
import { findInConversation } from "../../../../src/chat/search/findInConversation.ts";
import { rangesOf } from "../../../../src/chat/search/findPattern.ts";
import { searchTerms } from "../../../../src/chat/search/searchTerms.ts";
import {
  mayContain,
  TrigramCollector,
  trigramHashes,
  trigramSignature,
} from "../../../../src/chat/search/trigrams.ts";
import { boundedMatch } from "../../../../src/extension/history/boundedMatch.ts";
import type { FindQuery } from "../../../../src/shared/calls/historyCalls.ts";
import type { Conversation } from "../../../../src/shared/conversation/conversation.ts";
import { foldText, foldWithSource } from "../../../../src/shared/text/foldText.ts";
import { userMessage } from "../../../support/fakeHost/builders.ts";

const words = string({ unit: "grapheme", maxLength: 400 });

const conversationOf = (...texts: string[]): Conversation => ({
  title: "Title",
  messages: texts.map((text, index) =>
    userMessage(`m${index}`, text, { parentId: index === 0 ? null : `m${index - 1}` }),
  ),
  leafId: `m${texts.length - 1}`,
});

/** Folding as it is defined, of a text as a whole. */
function foldedAsDefined(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
}

describe("folded text", () => {
  test.each([
    ["Função", "FUNCAO"],
    ["naïve café", "NAIVE CAFÉ"],
    ["e\u0301", "É"],
    ["ΟΔΟΣ", "οδος"],
  ])("%j is the same as %j", (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  test("is what Unicode says of each character, alone and in words", () => {
    const differing = Array.from(
      { length: 0x2500 },
      (_, code) => `a${String.fromCodePoint(code)}b`,
    ).filter((text) => foldText(text) !== foldedAsDefined(text));
    expect(differing).toEqual([]);
    assert(
      property(array(nat(0x2fff), { maxLength: 40 }), words, (codes, other) => {
        const one = String.fromCodePoint(...codes);
        expect(foldText(one + other)).toBe(foldedAsDefined(one + other));
      }),
      { numRuns: 200 },
    );
  });

  test("leads back to the source, character by character", () => {
    assert(
      property(words, (text) => {
        const folded = foldWithSource(text);
        expect(folded.text).toBe(foldText(text));
        const sources = Array.from(folded.text, (_, index) => folded.sourceIndex(index));
        expect(sources).toEqual(sources.toSorted((a, b) => a - b));
        expect(sources.every((source) => source < text.length)).toBe(true);
      }),
    );
  });
});

test("a signature never denies a word that the text has, however it grew", () => {
  assert(
    property(words, words, nat(), nat(), (first, second, from, length) => {
      const one = new TrigramCollector();
      one.add(foldText(first));
      const small = trigramSignature(one.hashes);
      const two = new TrigramCollector();
      two.add(foldText(second));
      const grown = trigramSignature(two.hashes, small);
      for (const text of [first, second]) {
        const start = from % (text.length + 1);
        for (const term of searchTerms(text.slice(start, start + (length % 20)))) {
          if (foldText(text).includes(term)) {
            expect(mayContain(grown, trigramHashes(term))).toBe(true);
          }
        }
      }
    }),
  );
});

test("a signature denies most words that the text does not have", () => {
  const collector = new TrigramCollector();
  collector.add(foldText("The timer is never cleared when the request fails first. ".repeat(200)));
  const signature = trigramSignature(collector.hashes);
  const absent = Array.from({ length: 1000 }, (_, index) => `zq${index}xk`);
  const denied = absent.filter((word) => !mayContain(signature, trigramHashes(word)));
  expect(denied.length).toBeGreaterThan(950);
  expect(signature.length).toBeLessThan(600);
});

test.for([
  ["O CPF 529.982.247-25 falhou", "falhou"],
  [`${"a ".repeat(300)}CPF 529.982.247-25 ${"b ".repeat(10)}falhou ${"c ".repeat(200)}`, "falhou"],
  [`falhou ${"d ".repeat(86)} CPF 529.982.247-25 e depois`, "falhou"],
  ["cliente 529.982.247-25, CPF", "247-25"],
])("an excerpt shows no sensitive value, also at its edges: %#", ([text = "", term = ""]) => {
  const result = searchConversation(conversationOf(text), "Title", searchTerms(term));
  const excerpt = result.isFound ? result.excerpt : undefined;
  expect(excerpt?.text).toContain("***.***.***-**");
  expect(excerpt?.text).not.toMatch(/529|982|247/u);
  const marked = excerpt?.marks.map(({ start, end }) => excerpt.text.slice(start, end));
  expect(marked).toEqual(term === "falhou" ? ["falhou"] : []);
});

test("the excerpt is of the message that has most of the words, with their places", () => {
  const result = searchConversation(
    conversationOf("only one", `${"x ".repeat(300)}one and TWÓ${" y".repeat(300)}`),
    "Title",
    searchTerms("one two"),
  );
  const excerpt = result.isFound ? result.excerpt : undefined;
  expect(excerpt).toMatchObject({ messageId: "m1" });
  expect(excerpt?.text.length).toBeLessThan(210);
  expect(excerpt?.marks.map(({ start, end }) => excerpt.text.slice(start, end))).toEqual([
    "one",
    "TWÓ",
  ]);
});

const query = (text: string, more: Partial<FindQuery> = {}): FindQuery => ({
  text,
  isCaseSensitive: false,
  isWholeWord: false,
  isRegex: false,
  ...more,
});

const counts = async (find: FindQuery, ...texts: string[]) => {
  const result = await findInConversation(conversationOf(...texts), find, new Map(), rangesOf);
  return result.ok ? result.messages.map(({ count }) => count) : result.reason;
};

describe("find in chat", () => {
  test.each([
    ["any case", query("Ab"), [2]],
    ["the same case", query("Ab", { isCaseSensitive: true }), [1]],
    ["whole words", query("ab", { isWholeWord: true }), [1]],
    ["signs that mean something in patterns", query("a.b*"), []],
    ["a pattern", query("\\d{2,}", { isRegex: true }), [1]],
    ["a pattern as a whole word", query("1|abc", { isRegex: true, isWholeWord: true }), [1]],
  ])("looks for %s", async (_what, find, expected) => {
    expect(await counts(find, "Ab abção 1 23")).toEqual(expected);
  });

  test("says that a pattern is not finished", async () => {
    expect(await counts(query("(a", { isRegex: true }), "a")).toBe("pattern");
    expect(await counts(query("a)|(b", { isRegex: true }), "a")).toBe("pattern");
  });

  test("an empty match is no match, and nothing is looked for without a text", async () => {
    expect(await counts(query("x*", { isRegex: true }), "aaa")).toEqual([]);
    expect(await counts(query(""), "aaa")).toEqual([]);
  });

  test("goes by the drawn text where there is one, and by the written text elsewhere", async () => {
    const conversation = conversationOf("**bold** word", "word word");
    const drawn = new Map([["m0", "bold word"]]);
    expect(await findInConversation(conversation, query("word"), drawn, rangesOf)).toEqual({
      ok: true,
      isLimited: false,
      messages: [
        { messageId: "m0", count: 1, ranges: [[5, 9]] },
        { messageId: "m1", count: 2, ranges: [] },
      ],
    });
  });

  test("a pattern that would take for ever is given up", async () => {
    const evil = query("(a+)+$", { isRegex: true });
    const conversation = conversationOf(`${"a".repeat(60)}!`);
    expect(await findInConversation(conversation, evil, new Map(), boundedMatch)).toEqual({
      ok: false,
      reason: "slow",
    });
    const good = query("a+", { isRegex: true });
    // What takes no time may still be interrupted by others for longer than a pattern may take.
    await expect
      .poll(() => findInConversation(conversation, good, new Map(), boundedMatch))
      .toMatchObject({ ok: true, messages: [{ count: 1 }] });
  });
});

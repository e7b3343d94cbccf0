import { expect, test } from "vitest";

import { fuzzyMatch } from "../../../src/context/fuzzy.ts";

function ranked(query: string, names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const match = fuzzyMatch(query, name);
      return match ? [{ name, score: match.score }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ name }) => name);
}

function marked(query: string, text: string): string | undefined {
  const ranges = fuzzyMatch(query, text)?.ranges;
  return ranges?.reduceRight(
    (shown, [start, end]) =>
      `${shown.slice(0, start)}[${shown.slice(start, end)}]${shown.slice(end)}`,
    text,
  );
}

test("finds the letters in their order, with gaps, whatever their case", () => {
  expect(marked("cs", "chatSession.ts")).toBe("[c]hat[S]ession.ts");
  expect(marked("CHATS", "chatSession.ts")).toBe("[chatS]ession.ts");
  expect(fuzzyMatch("sc", "chatSession.ts")).toBeUndefined();
});

test("a name that is the query comes first, then beginnings, then humps, then what is merely in it", () => {
  expect(ranked("turn", ["saturn.ts", "toolUseReturn.ts", "turnQueue.ts", "turn"])).toEqual([
    "turn",
    "turnQueue.ts",
    "saturn.ts",
    "toolUseReturn.ts",
  ]);
});

test("the name of a file counts more than its folders", () => {
  expect(ranked("chat", ["chat/a/b/prompt.ts", "src/chat.ts"])).toEqual([
    "src/chat.ts",
    "chat/a/b/prompt.ts",
  ]);
});

test("an empty query finds everything and marks nothing", () => {
  expect(fuzzyMatch(" ", "anything")).toEqual({ score: 0, ranges: [] });
});

test("marks stay where they are in names that change their length in lower case", () => {
  expect(marked("b", "İİb")).toBe("İİ[b]");
});

test("a hostile name costs a bounded time", () => {
  expect(fuzzyMatch("a".repeat(5_000), "a".repeat(1_000_000))?.ranges).toEqual([[0, 64]]);
});

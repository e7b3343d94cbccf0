import { expect, test } from "vitest";

import { tokensPerSecond } from "../../../../src/webview/turns/answerFacts.ts";
import { quoted } from "../../../../src/webview/turns/quote.ts";

test.each([
  ["one line", "> one line"],
  ["two\nlines  ", "> two\n> lines"],
  ["\n\npart\r\n\r\nother\n\n", "> part\n>\n> other"],
  ["  indented", ">   indented"],
])("the selection %j is quoted line by line", (text, quote) => {
  expect(quoted(text)).toBe(quote);
});

test("a very long selection is cut", () => {
  expect(quoted("x".repeat(100_000)).length).toBeLessThan(21_000);
});

test.each([
  [{ usage: { outputTokens: 100 }, firstTextMs: 1000, durationMs: 3000 }, 50],
  [{ usage: { outputTokens: 100 }, firstTextMs: 1000, durationMs: 1000 }, undefined],
  [{ usage: {}, firstTextMs: 1000, durationMs: 3000 }, undefined],
  [{ firstTextMs: 1000, durationMs: 3000 }, undefined],
  [{ usage: { outputTokens: 100 }, durationMs: 3000 }, undefined],
])("the speed of %j is %s tokens a second, or not known", (facts, speed) => {
  const head = { role: "assistant", id: "a", parentId: null, createdAt: 0, model: "m" } as const;
  const rest = { parts: [], state: "complete", notices: [] } as const;
  expect(tokensPerSecond({ ...head, ...rest, parts: [], notices: [], ...facts })).toBe(speed);
});

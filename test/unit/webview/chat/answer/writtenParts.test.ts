import * as fc from "fast-check";
import { expect, test } from "vitest";

import { writtenParts } from "../../../../../src/webview/chat/answer/writtenParts.ts";

const shown = (text: string): readonly string[] =>
  writtenParts(text).map(
    ({ start, end, isCode }) => (isCode ? "code: " : "text: ") + text.slice(start, end),
  );

test("fenced code is a part with its fences and the line end after it", () => {
  expect(shown("Why?\n```ts path=a.ts\nconst a = 1;\n```\nThanks")).toEqual([
    "text: Why?\n",
    "code: ```ts path=a.ts\nconst a = 1;\n```\n",
    "text: Thanks",
  ]);
});

test.each([
  ["no fence", "a `b` c", ["text: a `b` c"]],
  ["code in its line", "```not``` code", ["text: ```not``` code"]],
  ["a fence in a longer fence", "````\n```\n````", ["code: ````\n```\n````"]],
  ["other marks inside", "~~~\n```\n~~~\nx", ["code: ~~~\n```\n~~~\n", "text: x"]],
  ["no end", "a\n```\nb", ["text: a\n", "code: ```\nb"]],
  ["nothing", "", []],
])("with %s", (_what, text, parts) => {
  expect(shown(text)).toEqual(parts);
});

test("the parts are the whole text, however it is written", () => {
  const pieces = fc.array(fc.constantFrom("```", "~~~", "\n", "a", " ", "`", "````"));
  fc.assert(
    fc.property(pieces, (drawn) => {
      const text = drawn.join("");
      return (
        writtenParts(text)
          .map(({ start, end }) => text.slice(start, end))
          .join("") === text
      );
    }),
  );
});

test("very many blocks are text, and soon found to be", () => {
  const parts = writtenParts("```\na\n```\n".repeat(100_000));
  expect(parts.length).toBeLessThan(500);
});

import { expect, test } from "vitest";

import { partialJson } from "../../../src/edits/partialJson.ts";

test.each([
  ['{"path":"a.ts","content":"one\\nt', { path: "a.ts", content: "one\nt" }],
  ['{"path":"a.ts","con', { path: "a.ts", con: null }],
  ['{"path":"a.ts","content":', { path: "a.ts", content: null }],
  ['{"path":"a.ts",', { path: "a.ts" }],
  ['{"edits":[{"old_text":"{[","new_text":"a\\', { edits: [{ old_text: "{[", new_text: "a" }] }],
  ['{"content":"caf\\u00', { content: "caf" }],
  ['{"a":"\\"x', { a: '"x' }],
  ['{"a":1}', { a: 1 }],
  ["", null],
  ['{"a":tr', undefined],
])("the beginning %j is read as %j", (text, value) => {
  expect(partialJson(text)).toEqual(value);
});

test("a text of a megabyte of brackets has no value and does no harm", () => {
  expect(partialJson("[".repeat(1_000_001))).toBeUndefined();
});

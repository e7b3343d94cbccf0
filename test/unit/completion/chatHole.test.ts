import { expect, test } from "vitest";

import { prefixWithSnippets } from "../../../src/completion/chatHole.ts";

function prefixIn(language: string): string {
  const snippets = [{ path: "b.x", text: "one\n\ntwo */ -->" }];
  const hole = { path: "a.x", prefix: "here", suffix: "", maxTokens: 48, stop: [] };
  return prefixWithSnippets({ ...hole, language, snippets });
}

test.each([
  ["typescript", "//"],
  ["python", "#"],
  ["elixir", "#"],
  ["sql", "--"],
  ["ini", ";"],
  ["latex", "%"],
  ["vb", "'"],
])("in %s, pieces of other files are comments with %s before the text", (language, mark) => {
  expect(prefixIn(language)).toBe(`${mark} b.x:\n${mark} one\n${mark}\n${mark} two */ -->\nhere`);
});

test.each(["html", "css", "json", "vue"])(
  "in %s, which has no comments to the end of a line, no pieces go along",
  (language) => {
    expect(prefixIn(language)).toBe("here");
  },
);

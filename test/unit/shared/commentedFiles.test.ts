import { expect, test } from "vitest";

import { withCommentedFiles } from "../../../src/shared/text/commentedFiles.ts";

function prefixIn(language: string): string {
  return withCommentedFiles("here", language, [{ path: "b.x", text: "one\n\ntwo */ -->" }]);
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

test("no line end of a piece or of its path ends the comment", () => {
  const files = [{ path: "b\nrun()", text: "one\r\ntwo\rthree\u2028four" }];
  expect(withCommentedFiles("here", "javascript", files)).toBe(
    "// b run():\n// one\n// two\n// three\n// four\nhere",
  );
});

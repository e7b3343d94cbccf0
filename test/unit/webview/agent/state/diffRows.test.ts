import { expect, test } from "vitest";

import {
  countRows,
  type DiffRow,
  diffRows,
  editRows,
  withoutHead,
} from "../../../../../src/webview/agent/state/diffRows.ts";

const short = (rows: readonly DiffRow[]): readonly string[] =>
  rows.map(({ kind, text, line }) => `${kind} ${line ?? ""}:${text}`);

test("both numbers of a place are used, and context counts in both texts", () => {
  expect(short(diffRows("--- a\n+++ a\n@@ -3,2 +5,3 @@ f()\n same\n-old\n+new\n+more\n"))).toEqual([
    "mark :--- a",
    "mark :+++ a",
    "same 5:same",
    "removed 4:old",
    "added 6:new",
    "added 7:more",
  ]);
});

test("a place with one number is one of the old text; the new text is as much longer as so far", () => {
  expect(short(diffRows("@@ 2 @@\n+one\n+two\n@@ 9 @@\n-x\n+y"))).toEqual([
    "added 2:one",
    "added 3:two",
    "mark :⋯",
    "removed 9:x",
    "added 11:y",
  ]);
});

test("without a place there are no numbers, and no line is lost", () => {
  const patch = "*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch";
  expect(short(diffRows(patch))).toEqual([
    "mark :*** Begin Patch",
    "mark :*** Update File: a.ts",
    "mark :@@",
    "removed :a",
    "added :b",
    "mark :*** End Patch",
  ]);
});

test("a removed line that looks like a head is drawn in any case", () => {
  expect(short(diffRows("@@ 1 @@\n--- comment\n+++ comment"))).toEqual([
    "mark :--- comment",
    "mark :+++ comment",
  ]);
  expect(short(diffRows("@@ 1 @@\n--- comment\n+other"))).toEqual([
    "removed 1:-- comment",
    "added 1:other",
  ]);
});

test("only the head of the one file that the card names is left out", () => {
  const diff = "--- a.ts\n+++ a.ts\n@@ 1 @@\n-x";
  expect(withoutHead(diff, "a.ts")).toBe("@@ 1 @@\n-x");
  expect(withoutHead(diff, "b.ts")).toBe(diff);
});

test("an edit keeps the lines that both texts have at their ends", () => {
  const rows = editRows("a\nb\nc\n", "a\nB\nB2\nc\n");
  expect(short(rows)).toEqual(["same :a", "removed :b", "added :B", "added :B2", "same :c"]);
  expect(countRows(rows)).toEqual({ added: 2, removed: 1 });
  expect(countRows(editRows("a\na\n", "a\n"))).toEqual({ added: 0, removed: 1 });
  expect(countRows(editRows("", "a\nb\n"))).toEqual({ added: 2, removed: 0 });
});

import { expect, test } from "vitest";

import { movedRow, placeFinding } from "../../../../src/agent/review/placeFinding.ts";

const rows = ["a();", "}", "return list.length;", "}", "b();"];

test.each([
  ["in its place", "return list.length;", 2, { row: 2, isChanged: false }],
  ["moved by other hands", "return list.length;", 0, { row: 2, isChanged: false }],
  ["changed", "return list.length - 1;", 2, { row: 2, isChanged: true }],
  ["cut off with the end of the file", "return list.length - 1;", 90, { row: 4, isChanged: true }],
  ["short, close by", "}", 0, { row: 1, isChanged: false }],
  ["short, far away", "b();", 0, { row: 0, isChanged: true }],
])("a line that is %s", (_name, text, expected, place) => {
  expect(placeFinding(rows, text, expected)).toEqual(place);
});

test("an empty file has its first row", () => {
  expect(placeFinding([], "return list.length;", 7)).toEqual({ row: 0, isChanged: true });
});

test.each([
  ["lines above are added", { startRow: 0, endRow: 0, endColumn: 0, text: "x\ny\n" }, 7],
  ["lines above are removed", { startRow: 1, endRow: 3, endColumn: 0, text: "" }, 3],
  ["the lines up to it are replaced", { startRow: 4, endRow: 5, endColumn: 0, text: "x\n" }, 5],
  ["the line itself is edited", { startRow: 5, endRow: 5, endColumn: 4, text: "x\ny" }, 5],
  ["lines below are added", { startRow: 6, endRow: 6, endColumn: 0, text: "x\n" }, 5],
])("row 5 when %s", (_name, change, row) => {
  expect(movedRow(5, [change])).toBe(row);
});

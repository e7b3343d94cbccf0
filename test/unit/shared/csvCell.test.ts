import { expect, test } from "vitest";

import { inertCell, quotedCell } from "../../../src/shared/text/csvCell.ts";

test.each([
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\u00a0=1",
  "\u200b=1",
  "\ufeff=1",
  "＝1",
  "＋1",
  "－1",
  "＠A",
  "﹦1",
  "\t",
  "+55 11 98888-7777",
])("%j is no formula any more", (text) => {
  expect(inertCell(text)).toBe(`'${text}`);
});

test.each([
  ["a;=1", "a;'=1"],
  ["a; =1", "a; '=1"],
  ["a\n\t＝1;b", "a\n\t'＝1;b"],
  ["a\r\n@x", "a\r\n'@x"],
  ["=1;-2", "'=1;'-2"],
])("%j is none either where a spreadsheet parts it at a semicolon or a line", (text, inert) => {
  expect(inertCell(text)).toBe(inert);
});

test.each([
  "",
  "-1",
  "-1.5",
  "-1,5",
  "1204.37",
  "a=b",
  "a, -b",
  "x@example.com",
  "'=1",
  "2026-11-21",
])("%j stays as it is", (text) => {
  expect(inertCell(text)).toBe(text);
});

test.each([
  ["plain", "plain"],
  ["a;b", '"a;b"'],
  ["a\tb", "a\tb"],
  ['say "hi"', '"say ""hi"""'],
  ["a\rb", '"a\rb"'],
])("%j stands in a file as %j", (text, cell) => {
  expect(quotedCell(text)).toBe(cell);
});

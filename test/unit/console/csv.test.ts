import { expect, test } from "vitest";

import { csvOf } from "../../../src/console/data/csv.ts";

test("a table is told with quotes where they are needed and a byte order mark", () => {
  expect(
    csvOf([
      ["name", "count"],
      ['say "hi", twice', 12],
      ["line\nbreak", null],
      [true, undefined],
    ]),
  ).toBe('\ufeffname,count\r\n"say ""hi"", twice",12\r\n"line\nbreak",\r\ntrue,\r\n');
});

test.each(["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "  =1", "＝1", "\r=1"])(
  "a spreadsheet does not take %j for a formula",
  (text) => {
    const [, cell = ""] = /^\ufeff"?(.*?)"?\r\n$/su.exec(csvOf([[text]])) ?? [];
    expect(cell).toBe(`'${text}`);
  },
);

test("a number below nothing stays a number", () => {
  expect(csvOf([[-1.5, "-1.5", "1204.37"]])).toBe("\ufeff-1.5,-1.5,1204.37\r\n");
});

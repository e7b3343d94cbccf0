import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { readCell } from "../../../../../src/seller/csv/read/cellValue.ts";
import { textCell } from "../../../../../src/seller/csv/read/csvWriter.ts";
import { beginsLikeFormula } from "../../../../../src/shared/text/csvCell.ts";

test.each(["=1", "'=1", "''=1", "-5", "'-5", "\t=1", "＝1", "'＝1", "a;=1", "@x", "'x", "+55 11"])(
  "the text %j is exported without a formula and imported as it was",
  (text) => {
    const cell = textCell(text);
    expect(beginsLikeFormula(cell)).toBe(false);
    expect(readCell(cell, "text", ",")).toEqual({ ok: true, value: text });
  },
);

describe("numbers", () => {
  test.each([
    ["1,5", ",", 1.5],
    ["1.234,56", ",", 1234.56],
    ["1.234.567", ",", 1_234_567],
    ["R$ 19,90", ",", 19.9],
    ["0,005", ",", 0.005],
    ["19.9", ",", 19.9],
    ["0.500", ",", 0.5],
    ["-5", ",", -5],
    [" 12 ", ".", 12],
    ["1,234.56", ".", 1234.56],
    ["1,5", ".", 1.5],
    ['="12"', ".", 12],
    ["1.234", ",", 1234],
    ["1,234", ",", 1.234],
    ["1,234", ".", 1234],
    ["1.234", ".", 1.234],
    ["1.234,56", "unproven", 1234.56],
    ["1,234.56", "unproven", 1234.56],
    ["1.234.567", "unproven", 1_234_567],
    ["12,5", "unproven", 12.5],
    ["0.125", "unproven", 0.125],
  ] as const)("%j with decimal %j is %d", (cell, decimal, value) => {
    expect(readCell(cell, "decimal", decimal)).toEqual({ ok: true, value });
  });

  test.each([
    ["1.234", "unproven", "ambiguousNumber"],
    ["1,234", "unproven", "ambiguousNumber"],
    ["-12.000", "unproven", "ambiguousNumber"],
    ["1,234,567", ",", "notANumber"],
    ["1.234.567", ".", "notANumber"],
    ["7,89E+12", ",", "excelNumber"],
    ["7.89e12", ".", "excelNumber"],
    ["1.23.4", ",", "notANumber"],
    ["12 34", ",", "notANumber"],
    ["dez", ",", "notANumber"],
    ["1,2,3", ".", "notANumber"],
    ["=A1*2", ",", "formula"],
    ["=1+1", ".", "formula"],
    ["1234567890123456", ".", "tooManyDigits"],
  ] as const)("%j with decimal %j is refused as %s", (cell, decimal, code) => {
    expect(readCell(cell, "decimal", decimal)).toEqual({ ok: false, code });
  });

  test("a whole number may be written 50,00 but not 50,5", () => {
    expect([readCell("50,00", "integer", ","), readCell("50,5", "integer", ",")]).toEqual([
      { ok: true, value: 50 },
      { ok: false, code: "notAnInteger" },
    ]);
  });

  test("every amount is read back from both spellings, with and without thousands", () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
        const value = Number(`${cents}e-2`);
        const inPortuguese = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2 });
        const inEnglish = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2 });
        expect([
          readCell(inPortuguese.format(value), "decimal", ","),
          readCell(inEnglish.format(value), "decimal", "."),
          readCell(value.toFixed(2).replace(".", ","), "decimal", ","),
        ]).toEqual(Array.from({ length: 3 }, () => ({ ok: true, value: value === 0 ? 0 : value })));
      }),
    );
  });
});

describe("codes that are no numbers", () => {
  test.each([
    ["01000-000", "cep", "01000000"],
    ["01000000", "cep", "01000000"],
    ['="01000000"', "cep", "01000000"],
    ["22030000", "ncm", "2203.00.00"],
    ["2203.00.00", "ncm", "2203.00.00"],
    ["7891000315507", "ean13", "7891000315507"],
    ["2026-01-31T00:00:00.000Z", "timestamp", "2026-01-31T00:00:00.000Z"],
    ["'=SOMA", "text", "=SOMA"],
    ["- promoção", "text", "- promoção"],
    ["+55 11 5555", "text", "+55 11 5555"],
    ["-", "text", "-"],
  ] as const)("%j as %s is %j", (cell, kind, value) => {
    expect(readCell(cell, kind, ",")).toEqual({ ok: true, value });
  });

  test.each([
    ["7,89E+12", "ean13", "excelNumber"],
    ["7,891E+12", "text", undefined],
    ["789100031550", "ean13", "leadingZeroLost"],
    ["1000000", "cep", "leadingZeroLost"],
    ["2030000", "ncm", "leadingZeroLost"],
    ["78910003155077", "ean13", "eanShape"],
    ["010000000", "cep", "cepShape"],
    ["2203.00", "ncm", "ncmShape"],
    ['=HYPERLINK("http://x")', "text", "formula"],
    ["@SUM(A1)", "text", "formula"],
    ["+cmd|' /C calc'!A0", "text", "formula"],
    ["-A1", "text", "formula"],
  ] as const)("%j as %s is %s", (cell, kind, code) => {
    const reading = readCell(cell, kind, ",");
    expect(reading.ok ? undefined : reading.code).toBe(code);
  });
});

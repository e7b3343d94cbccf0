import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ibgeStates } from "../../../../src/seller/contract/states.ts";
import {
  decimalPlaces,
  hasExactDigits,
  readDecimal,
  readWrittenNumber,
} from "../../../../src/seller/contract/values/decimal.ts";
import {
  ean13CheckDigit,
  isEan13,
  isInternalEan13,
} from "../../../../src/seller/contract/values/ean13.ts";
import { loadNcmTable } from "../../../../src/seller/contract/values/ncm.ts";
import { isCepInState } from "../../../../src/seller/contract/values/postalCode.ts";
import { isTimestamp } from "../../../../src/seller/contract/values/timestamp.ts";

describe("decimals", () => {
  test.each([
    [1.005, 3],
    [0.1 + 0.2, 17],
    [12, 0],
    [12.5, 1],
    [19.99, 2],
    [1e-7, 7],
    [1.5e-7, 8],
    [1e21, 0],
    [-2.25, 2],
  ])("%d has %i decimal places", (value, places) => {
    expect(decimalPlaces(value)).toBe(places);
  });

  test("a decimal of up to fifteen digits is read, sent and counted without loss", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 999 }),
        (whole, thousandths) => {
          const fraction = String(thousandths).padStart(3, "0").replace(/0+$/u, "");
          const text = `${whole}.${fraction}`;
          const reading = readDecimal(text);
          expect(reading).toEqual({ ok: true, value: Number(text) });
          expect(JSON.stringify(Number(text))).toBe(text);
          expect(decimalPlaces(Number(text))).toBe(fraction.length);
          expect(hasExactDigits(Number(text))).toBe(true);
        },
      ),
    );
  });

  test.each(["", " 1", "1,5", "1e3", "1.", ".5", "0x10", "NaN", "1.234,5", "--1", "١"])(
    "%j is not a decimal",
    (text) => {
      expect(readDecimal(text)).toEqual({ ok: false, reason: "notANumber" });
    },
  );

  test("more digits than a JSON number carries are refused rather than rounded", () => {
    expect(readDecimal("1234567890123.456")).toEqual({ ok: false, reason: "tooManyDigits" });
    expect(hasExactDigits(0.1 + 0.2)).toBe(false);
  });

  test("zeros before and after count for nothing", () => {
    expect(readDecimal("000000000000000012.500000000000000000")).toEqual({ ok: true, value: 12.5 });
    expect(readDecimal("0.00")).toEqual({ ok: true, value: 0 });
  });
});

describe("timestamps", () => {
  test.each(["2026-01-31T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "0001-01-01T00:00:00.000Z"])(
    "%s exists",
    (text) => {
      expect(isTimestamp(text)).toBe(true);
    },
  );

  test.each([
    "2026-02-30T00:00:00.000Z",
    "2025-02-29T00:00:00.000Z",
    "2026-01-31T24:00:00.000Z",
    "2026-13-01T00:00:00.000Z",
    "2026-01-31T00:00:00Z",
    "2026-01-31T00:00:00.000-03:00",
    "2026-01-31",
    "31/01/2026",
    "2026-01-31T00:00:00.000Z\n",
  ])("%j is refused", (text) => {
    expect(isTimestamp(text)).toBe(false);
  });

  test("every moment as Date writes it is accepted", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-01T00:00:00.000Z"),
          max: new Date("9999-12-31T23:59:59.999Z"),
          noInvalidDate: true,
        }),
        (date) => {
          expect(isTimestamp(date.toISOString())).toBe(true);
        },
      ),
    );
  });
});

describe("EAN-13", () => {
  test.each(["7891000315507", "7891234567895"])("%s is valid", (code) => {
    expect(isEan13(code)).toBe(true);
  });

  test.each(["7891000315508", "789100031550", "78910003155070", "789100031550X", "7,89E+12", ""])(
    "%j is not",
    (code) => {
      expect(isEan13(code)).toBe(false);
    },
  );

  test("one wrong digit is always found", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{12}$/u),
        fc.nat({ max: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (twelve, position, shift) => {
          const code = twelve + String(ean13CheckDigit(twelve));
          const digit = (Number(code.charAt(position)) + shift) % 10;
          const wrong = code.slice(0, position) + String(digit) + code.slice(position + 1);
          expect([isEan13(code), isEan13(wrong)]).toEqual([true, false]);
        },
      ),
    );
  });

  test("codes that begin with 2 are a shop's own", () => {
    expect([isInternalEan13("2000000000008"), isInternalEan13("7891000315507")]).toEqual([
      true,
      false,
    ]);
  });
});

test.each([
  ["2203.00.00", true],
  ["8517.13.00", true],
  ["1234.56.78", false],
  ["9999.99.99", false],
  ["0000.00.00", false],
  ["8471.3", false],
  ["22030000", false],
])("NCM %s is known: %s", async (code, isKnown) => {
  const isKnownNcm = await loadNcmTable();
  expect(isKnownNcm(code)).toBe(isKnown);
});

describe("postal codes", () => {
  test.each([
    ["01000000", "SP", true],
    ["19999999", "SP", true],
    ["20000000", "SP", false],
    ["69300000", "AM", false],
    ["69400000", "AM", true],
    ["72900000", "GO", true],
    ["72900000", "DF", false],
    ["99999999", "RS", true],
    ["01000000", "XX", undefined],
  ])("%s lies in %s: %s", (cep, uf, isInside) => {
    expect(isCepInState(cep, uf)).toBe(isInside);
  });

  test("every state of IBGE has ranges, and no postal code lies in two states", () => {
    const states = [...ibgeStates.values()];
    expect(states).toHaveLength(27);
    for (let prefix = 0; prefix < 100_000; prefix += 100) {
      const cep = `${String(prefix).padStart(5, "0")}000`;
      expect(states.filter((uf) => isCepInState(cep, uf) === true).length).toBeLessThanOrEqual(1);
    }
    for (const uf of states) {
      expect(isCepInState("00000000", uf)).toBe(false);
    }
  });
});

describe("a number that a portal wrote as a text", () => {
  test("is read as people in Brazil and elsewhere write amounts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.constantFrom("pt-BR", "en-US"),
        fc.boolean(),
        (cents, locale, useGrouping) => {
          const value = cents / 100;
          const text = value.toLocaleString(locale, { minimumFractionDigits: 2, useGrouping });
          expect(readWrittenNumber(text)).toBe(value);
          expect(readWrittenNumber(`R$\u00A0${text} `.replace("R$\u00A0-", "-R$ "))).toBe(value);
        },
      ),
    );
  });

  test.each([
    "1.234",
    "1,234",
    "-999.999",
    "1.23,4",
    "10,00,00",
    "1.2.3",
    "1e3",
    "dez",
    "",
    "0x10",
  ])("%j is none, or may be two", (text) => {
    expect(readWrittenNumber(text)).toBeUndefined();
  });
});

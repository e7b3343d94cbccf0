import { describe, expect, test } from "vitest";

import { parseDecimal } from "../../../src/console/app/decimal.ts";
import { createFormat } from "../../../src/console/app/format.ts";

const en = createFormat({ locale: "en", timeZone: "America/Sao_Paulo", currency: "BRL" });
const pt = createFormat({ locale: "pt-BR", timeZone: "America/Sao_Paulo", currency: "BRL" });

describe("money", () => {
  test.each([
    ["1204.37", "R$1,204.37"],
    ["0", "R$0.00"],
    ["0.0312", "R$0.0312"],
    ["0.000012", "R$0.000012"],
    ["12.345678", "R$12.35"],
    ["not money", "not money"],
    ["", ""],
  ])("%j is shown as %j", (amount, shown) => {
    expect(en.money(amount)).toBe(shown);
  });
});

describe("a number that one types", () => {
  test.each([
    ["1.234,5", "pt-BR", "1234.5"],
    ["1,234.5", "en", "1234.5"],
    ["12.50", "pt-BR", "12.50"],
    ["12,50", "en", "12.50"],
    ["1.234", "pt-BR", "1234"],
    ["1,234", "en", "1234"],
    ["007", "en", "7"],
    [" 60 ", "en", "60"],
    ["1.2.3", "en", undefined],
    ["1,23,456", "en", undefined],
    ["-1", "en", undefined],
    ["1e3", "en", undefined],
    ["", "en", undefined],
    ["12,", "pt-BR", undefined],
  ])("%j in %s is %j", (text, locale, value) => {
    expect(parseDecimal(text, locale)).toBe(value);
  });
});

test("times are those of the hub's zone, whatever the browser's is", () => {
  const moment = "2026-11-21T02:30:00Z";
  expect(en.date(moment)).toBe("Nov 20, 2026");
  expect(pt.dateTime(moment)).toBe("20/11/2026, 23:30:00 UTC-3");
  expect(en.dateTime("garbage")).toBe("garbage");
  expect(en.date("garbage")).toBe("garbage");
});

test("how long ago something was is told in its largest unit, from a day on by the calendar", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(en.relative("2026-11-21T11:48:10Z", now)).toBe("11 minutes ago");
  expect(en.relative("2026-11-20T13:00:00Z", now)).toBe("23 hours ago");
  expect(pt.relative("2026-11-20T11:00:00Z", now)).toBe("ontem");
  // 34 hours ago, but two midnights of São Paulo.
  expect(en.relative("2026-11-20T02:00:00Z", now)).toBe("2 days ago");
  expect(en.relative("2026-11-21T12:00:20Z", now)).toBe("now");
});

test("times of yesterday and today, and days next to today, are called so in the hub's zone", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(en.nearTime("2026-11-21T03:00:00Z", now)).toMatch(/^Today, 12:00:00\sAM$/u);
  expect(pt.nearTime("2026-11-21T02:59:59Z", now)).toBe("Ontem, 23:59:59");
  expect(pt.nearTime("2026-11-19T02:59:59Z", now)).toBe("18/11/2026, 23:59:59");
  expect(en.zone(now)).toBe("UTC-3");
  expect(en.nearTime("garbage", now)).toBe("garbage");
  expect(pt.nearDate("2026-11-22T12:00:00Z", now)).toBe("Amanhã");
  expect(en.nearDate("2026-11-23T12:00:00Z", now)).toBe("Nov 23, 2026");
});

test("how long something took is told in milliseconds, then in seconds", () => {
  expect(en.duration(999)).toBe("999 ms");
  expect(pt.duration(4_321)).toBe("4,3 s");
});

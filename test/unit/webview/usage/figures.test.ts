import { expect, test } from "vitest";

import type { UsageReport } from "../../../../src/shared/hubApi/usageReport.ts";
import {
  dailyRows,
  figureText,
  isEmptyReport,
  ranked,
  reportedMetrics,
} from "../../../../src/webview/usage/figures.ts";

const report = (more: Partial<UsageReport>): UsageReport => ({
  fetchedAt: 1,
  budgets: [],
  rates: [],
  ...more,
});

test("only figures that the hub reports are offered", () => {
  expect(reportedMetrics(report({}))).toEqual([]);
  expect(reportedMetrics(report({ totals: { requests: 0 } }))).toEqual(["requests"]);
  expect(reportedMetrics(report({ byDay: [{ key: "d", cost: "1", outputTokens: 2 }] }))).toEqual([
    "cost",
    "tokens",
  ]);
});

test("days without a row are days without use where the hub says which days it reports, up to today", () => {
  const byDay = [
    { key: "2026-11-03", requests: 2 },
    { key: "2026-11-01", requests: 1 },
  ];
  const range = { start: "2026-11-01", end: "2026-11-30" };
  expect(dailyRows(report({ byDay, range }), "2026-11-04").map(({ requests }) => requests)).toEqual(
    [1, 0, 2, 0],
  );
  expect(dailyRows(report({ byDay }), "2026-11-04").map(({ key }) => key)).toEqual([
    "2026-11-01",
    "2026-11-03",
  ]);
});

test("rows without the figure come last", () => {
  const rows = [{ key: "a" }, { key: "b", cost: "1" }, { key: "c", cost: "2" }];
  expect(ranked(rows, "cost").map(({ key }) => key)).toEqual(["c", "b", "a"]);
});

test("a figure is written in the language, and what is missing is not written as 0", () => {
  const brazil = { currency: "BRL", locale: "pt-br" } as const;
  expect(figureText(1234.5, "cost", brazil)).toBe("R$\u00a01.234,50");
  expect(figureText(0.0012, "cost", brazil)).toBe("R$\u00a00,0012");
  expect(figureText(1234, "tokens", brazil)).toBe("1.234");
  expect(figureText(undefined, "cost", brazil)).toBeUndefined();
});

test("a report is empty when all that it reports is nothing", () => {
  expect(isEmptyReport(report({ totals: { requests: 0, cost: "0.00" } }))).toBe(true);
  expect(isEmptyReport(report({ totals: {}, byApp: [{ key: "x", cost: "0.1" }] }))).toBe(false);
});

import { expect, test } from "vitest";

import type { AdminUsage } from "../../../src/console/data/types.ts";
import {
  dailySeries,
  keptShare,
  totalOf,
  withEntry,
} from "../../../src/console/data/usageReport.ts";
import { entry } from "../../webview/console/auditEntries.ts";

const report: AdminUsage = {
  object: "usage",
  start: "2026-11-19",
  end: "2026-11-21",
  time_zone: "America/Sao_Paulo",
  currency: "BRL",
  group_by: ["day"],
  data: [row("2026-11-20", 2, "0.1")],
};

function row(day: string, requests: number, cost: string): AdminUsage["data"][number] {
  const tokens = { input_tokens: 10, output_tokens: 5, cached_tokens: 0, total_tokens: 15 };
  return { group: { day }, requests, ...tokens, cost };
}

const spent = { input_tokens: 100, output_tokens: 20, cached_tokens: 40, cost: "0.200001" };

test("a request that ends is added to its day in the report's zone", () => {
  // Two in the morning in London is still the day before in São Paulo.
  const late = entry(1, { ...spent, time: "2026-11-21T02:00:00Z" });
  expect(withEntry(report, late).data).toEqual([
    {
      group: { day: "2026-11-20" },
      requests: 3,
      input_tokens: 110,
      output_tokens: 25,
      cached_tokens: 40,
      total_tokens: 135,
      cost: "0.300001",
    },
  ]);
});

test("the first of its kind begins a row, and one outside the report changes nothing", () => {
  const today = entry(1, { ...spent, time: "2026-11-21T15:00:00Z" });
  expect(withEntry(report, today).data).toHaveLength(2);
  const other = entry(1, { time: "2026-12-01T15:00:00Z" });
  expect(withEntry(report, other)).toBe(report);
  expect(withEntry(report, entry(1, { time: "evil" }))).toBe(report);
});

test("every day of the report has its value, days without requests too", () => {
  expect(dailySeries(report, "requests")).toEqual([
    { day: "2026-11-19", value: 0 },
    { day: "2026-11-20", value: 2 },
    { day: "2026-11-21", value: 0 },
  ]);
});

test("money adds up exactly, and what is no money counts nothing", () => {
  const rows = [row("a", 1, "0.1"), row("b", 1, "0.2"), row("c", 1, "evil")];
  expect(totalOf(rows).cost).toBe("0.3");
  expect(totalOf([]).cost).toBe("0");
});

test("the share of kept completions is told where a client reported some, and stays while usage grows", () => {
  const own = { ...row("2026-11-20", 2, "0.1"), offered: 8, kept: 2 };
  expect(keptShare(own)).toBe(25);
  expect(keptShare(row("2026-11-20", 2, "0.1"))).toBeUndefined();
  expect(keptShare({ ...own, kept: 9 })).toBe(100);
  const grown = withEntry({ ...report, data: [own] }, entry(1, { time: "2026-11-20T12:00:00Z" }));
  expect(grown.data).toMatchObject([{ requests: 3, offered: 8, kept: 2 }]);
});

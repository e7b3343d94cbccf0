import { expect, test } from "vitest";

import { dayAt, daysBetween, daysOf, rangeProblem } from "../../../../src/webview/usage/ranges.ts";

test.each([
  ["month", "2026-11-21", "2026-11-01", "2026-11-21"],
  ["lastMonth", "2026-03-31", "2026-02-01", "2026-02-28"],
  ["lastMonth", "2027-01-05", "2026-12-01", "2026-12-31"],
  ["week", "2026-03-02", "2026-02-24", "2026-03-02"],
  ["days30", "2026-11-21", "2026-10-23", "2026-11-21"],
] as const)("%s on %s is from %s to %s", (name, today, start, end) => {
  expect(daysOf(name, today)).toEqual({ start, end });
});

test("the day is the hub's: late in the evening there it may be tomorrow here", () => {
  const at = Date.UTC(2026, 10, 22, 1);
  expect(dayAt(at, "America/Sao_Paulo")).toBe("2026-11-21");
  expect(dayAt(at, "Asia/Tokyo")).toBe("2026-11-22");
  expect(dayAt(at, "Not/AZone")).toMatch(/^2026-11-2[12]$/u);
});

test.each([
  ["2026-11-01", "2026-11-01", undefined],
  ["2026-11-02", "2026-11-01", "backwards"],
  ["", "2026-11-01", "incomplete"],
  ["2026-11-01", "2026-13-01", "incomplete"],
  ["2020-01-01", "2026-11-01", "tooLong"],
  ["2026-01-01", "2027-02-04", undefined],
  ["2026-01-01", "2027-02-05", "tooLong"],
])("from %s to %s: %s", (start, end, problem) => {
  expect(rangeProblem({ start, end })).toBe(problem);
});

test("a range has every day once, over months and leap years, and is bounded", () => {
  expect(daysBetween({ start: "2028-02-27", end: "2028-03-01" })).toEqual([
    "2028-02-27",
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
  ]);
  expect(daysBetween({ start: "2000-01-01", end: "2026-01-01" })).toHaveLength(400);
});

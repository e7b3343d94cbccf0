import { expect, test } from "vitest";

import { dueNotices } from "../../../../src/extension/governance/budgetNotices.ts";
import type { BudgetLayer } from "../../../../src/shared/hubApi/usageReport.ts";

const hub = "https://hub.example.com";

const layer = (used: string, more: Partial<BudgetLayer> = {}): BudgetLayer => ({
  kind: "token",
  unit: "money",
  limit: "100",
  used,
  period: "2026-11",
  ...more,
});

test("each threshold is told once in a period, and again in the next", () => {
  const at79 = dueNotices([layer("79")], hub, {});
  expect(at79.notices).toEqual([]);
  const at80 = dueNotices([layer("80")], hub, at79.told);
  expect(at80.notices).toEqual([{ layer: layer("80"), threshold: 0.8 }]);
  expect(dueNotices([layer("85")], hub, at80.told).notices).toEqual([]);
  const at95 = dueNotices([layer("97")], hub, at80.told);
  expect(at95.notices.map(({ threshold }) => threshold)).toEqual([0.95]);
  expect(dueNotices([layer("99")], hub, at95.told).notices).toEqual([]);
  const december = dueNotices([layer("80", { period: "2026-12" })], hub, at95.told);
  expect(december.notices.map(({ threshold }) => threshold)).toEqual([0.8]);
});

test("a jump over both thresholds is told as the higher one only", () => {
  const { notices, told } = dueNotices([layer("96")], hub, {});
  expect(notices.map(({ threshold }) => threshold)).toEqual([0.95]);
  expect(dueNotices([layer("96")], hub, told).notices).toEqual([]);
});

test("of several budgets the most used one comes first, and each is remembered", () => {
  const { notices, told } = dueNotices(
    [layer("85"), layer("99", { kind: "sector" }), layer("10", { kind: "user" })],
    hub,
    {},
  );
  expect(notices.map((notice) => notice.layer.kind)).toEqual(["sector", "token"]);
  expect(Object.keys(told)).toHaveLength(2);
});

test("another hub has budgets of its own", () => {
  const { told } = dueNotices([layer("85")], hub, {});
  expect(dueNotices([layer("85")], "https://other.example.com", told).notices).toHaveLength(1);
});

test("what is remembered stays small however many periods pass", () => {
  let told = {};
  for (let month = 0; month < 500; month += 1) {
    told = dueNotices([layer("85", { period: String(month) })], hub, told).told;
  }
  expect(Object.keys(told)).toHaveLength(40);
});

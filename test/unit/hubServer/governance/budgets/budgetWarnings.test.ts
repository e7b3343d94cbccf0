import { expect, test } from "vitest";

import { BudgetWarnings } from "../../../../../src/hubServer/governance/budgets/budgetWarnings.ts";
import type {
  AuditEvent,
  AuditRecord,
  BudgetRecord,
} from "../../../../../src/hubServer/store/records.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

const budget: BudgetRecord = {
  id: "b",
  scope: "token",
  subjectId: "t",
  unit: "tokens",
  limit: 100,
  warnAt: [80],
  createdAt: 0,
};
const spending = { budget, period: "2026-11", spent: 90 };

function setUp(): {
  readonly warnings: BudgetWarnings;
  readonly clock: FakeClock;
  readonly written: AuditEvent[];
  readonly failures: string[];
  readonly break: (what: "append" | "list" | undefined) => void;
} {
  const clock = new FakeClock();
  const written: AuditEvent[] = [];
  const failures: string[] = [];
  let broken: "append" | "list" | undefined;
  const audit = {
    append: (event: AuditEvent): Promise<AuditRecord> => {
      if (broken === "append") {
        return Promise.reject(new Error("no append"));
      }
      written.push(event);
      return Promise.resolve({ ...event, seq: 1, prevHash: "", hash: "" });
    },
    list: () => (broken === "list" ? Promise.reject(new Error("no list")) : Promise.resolve([])),
  };
  const warnings = new BudgetWarnings(audit, clock, (event) => failures.push(event.kind));
  return {
    warnings,
    clock,
    written,
    failures,
    break: (what) => {
      broken = what;
    },
  };
}

test.each(["append", "list"] as const)(
  "a warning that could not be written (%s) is written by the next request that sees it due",
  async (broken) => {
    const lab = setUp();
    await lab.warnings.seen(spending, 0);
    lab.clock.advance(60_000);
    lab.break(broken);
    await lab.warnings.seen(spending, 0);
    expect([lab.written.length, lab.failures.length]).toEqual([0, 1]);
    lab.break(undefined);
    await lab.warnings.seen(spending, 0);
    await lab.warnings.seen(spending, 0);
    expect(lab.written).toMatchObject([{ kind: "budget.threshold", detail: { percent: 80 } }]);
  },
);

test("the settlement that crosses a threshold writes its warning once, also if the first try fails", async () => {
  const lab = setUp();
  lab.break("append");
  await lab.warnings.settled(spending, 20);
  lab.break(undefined);
  await lab.warnings.seen(spending, 0);
  await lab.warnings.seen(spending, 0);
  expect(lab.written).toHaveLength(1);
});

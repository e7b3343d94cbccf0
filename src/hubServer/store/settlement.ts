import type { AuditEvent, TokenUsage, UsageRecord } from "./records.ts";
import { runPeriod } from "./runTerms.ts";
import type { BudgetClaim, Reservation, Settlement } from "./store.ts";
import { outputCost } from "./tokenBudget.ts";

export type OpenReservation = Pick<
  Reservation,
  "id" | "subject" | "day" | "inputTokens" | "inputCost" | "perMillionOutput"
> & {
  readonly startedAt: number;
  /** The tokens at the last `renew`. */
  readonly toldTokens: number;
};

/** The status of an aborted request: the true one is unknown, because the answering process is gone. */
const abortedStatus = 500;

export function abortedSettlement(open: OpenReservation, now: number): Settlement {
  return {
    id: open.id,
    now,
    inputTokens: open.inputTokens,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: open.toldTokens,
    cost: open.inputCost + outputCost(open.toldTokens, open.perMillionOutput),
    usageSource: "estimated",
    outcome: "aborted",
    status: abortedStatus,
    latencyMs: now - open.startedAt,
  };
}

export type CountedBudget = Pick<BudgetClaim, "budgetId" | "period" | "unit" | "perToken">;

/** The event has every value of the usage record and the budgets, so that a change of either is detected. */
export function settlementEvents(
  { subject, day, startedAt }: Pick<OpenReservation, "subject" | "day" | "startedAt">,
  budgets: readonly CountedBudget[],
  settlement: Settlement,
): readonly AuditEvent[] {
  const { inputTokens, cachedTokens, outputTokens, cost, status, latencyMs } = settlement;
  const { outcome, usageSource } = settlement;
  const monthly = budgets.filter(({ period }) => period !== runPeriod);
  const usage: AuditEvent = {
    ...subject,
    kind: "usage",
    time: settlement.now,
    inputTokens,
    cachedTokens,
    outputTokens,
    cost,
    status,
    latencyMs,
    detail: {
      outcome,
      usageSource,
      day,
      startedAt,
      cacheWriteTokens: settlement.cacheWriteTokens,
      ...(monthly.length > 0 && { budgets: budgetsText(monthly) }),
    },
  };
  const isAborted = outcome === "client_abort" || outcome === "aborted";
  return isAborted
    ? [usage, { ...usage, kind: "stream.abort", detail: { outcome, usageSource } }]
    : [usage];
}

function budgetsText(budgets: readonly CountedBudget[]): string {
  return JSON.stringify(budgets.map(({ budgetId, period, unit }) => [budgetId, period, unit]));
}

export function budgetsIn({ detail = {} }: AuditEvent): readonly CountedBudget[] | undefined {
  if (detail["day"] === undefined) {
    return undefined;
  }
  // Only `budgetsText` writes this value, and the event's hash was checked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const listed = JSON.parse(String(detail["budgets"] ?? "[]")) as readonly (readonly [
    string,
    string,
    CountedBudget["unit"],
  ])[];
  return listed.map(([budgetId, period, unit]) => ({ budgetId, period, unit }));
}

export function usageRecordOf(open: OpenReservation, settlement: Settlement): UsageRecord {
  const tokens: TokenUsage = {
    inputTokens: settlement.inputTokens,
    cachedTokens: settlement.cachedTokens,
    cacheWriteTokens: settlement.cacheWriteTokens,
    outputTokens: settlement.outputTokens,
  };
  return {
    ...open.subject,
    ...tokens,
    startedAt: open.startedAt,
    endedAt: settlement.now,
    day: open.day,
    cost: settlement.cost,
    usageSource: settlement.usageSource,
    outcome: settlement.outcome,
    status: settlement.status,
  };
}

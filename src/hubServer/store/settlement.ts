import type { AuditEvent, TokenUsage, UsageRecord, UsageSubject } from "./records.ts";
import type { Reservation, Settlement } from "./store.ts";
import { outputCost } from "./tokenBudget.ts";

/** What a settlement needs of its reservation. */
export type OpenReservation = Pick<
  Reservation,
  "id" | "subject" | "day" | "inputTokens" | "inputCost" | "perMillionOutput"
> & {
  readonly startedAt: number;
  /** Tokens of the answer, as they were last told. */
  readonly toldTokens: number;
};

/** Nobody will say what it was: its process has gone. */
const abortedStatus = 500;

/** The settlement of what nobody settles: the input, and the answer as far as it is known. */
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

/** No request without its audit line; an answer that nobody read to its end has a second one. */
export function settlementEvents(
  subject: UsageSubject,
  settlement: Settlement,
): readonly AuditEvent[] {
  const { inputTokens, cachedTokens, outputTokens, cost, status, latencyMs } = settlement;
  const { outcome, usageSource } = settlement;
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
    detail: { outcome, usageSource },
  };
  const isAborted = outcome === "client_abort" || outcome === "aborted";
  return isAborted ? [usage, { ...usage, kind: "stream.abort" }] : [usage];
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

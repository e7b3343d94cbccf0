import { rateStates } from "../decideReservation.ts";
import {
  settlementEvents,
  usageRecordOf,
  type CountedBudget,
  type OpenReservation,
} from "../settlement.ts";
import { jsonIn, numberIn, textIn, type SqlRow } from "../sql.ts";
import { usageColumns, usageValues } from "../sqlUsage.ts";
import {
  StoreError,
  type BudgetClaim,
  type BudgetState,
  type RateStates,
  type Reservation,
  type ReserveResult,
  type Settlement,
} from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { eventJson } from "./postgresDatabase.ts";

type Body = Omit<OpenReservation, "id" | "toldTokens">;

/** What hub_budget_states answers, for each budget; the first two in the form of `toStoredText`. */
type BudgetRow = readonly [budgetId: string, period: string, spent: number, reserved: number];

type BudgetKey = Pick<BudgetClaim, "budgetId" | "period">;

/** What hub_rate_use answers. */
export interface RateUseJson {
  readonly now: number;
  readonly requests: number;
  readonly requestsAt: number;
  readonly tokens: number;
  readonly tokensAt: number;
  readonly open: number;
}

/** What hub_reserve answers. */
export interface ReserveAnswer {
  readonly results: readonly ReserveJson[];
  readonly budgets: readonly BudgetRow[];
}

/** Of each request. */
interface ReserveJson {
  readonly refusal?: readonly ["requests" | "tokens" | "parallel", number];
  readonly granted?: number;
  readonly tightest?: number;
  readonly use: RateUseJson | null;
}

/** What hub_settle answers; places count from 1. */
export interface SettleAnswer {
  readonly settled: readonly number[];
  readonly budgets: readonly BudgetRow[];
}

export interface SettleOp {
  readonly settlement: Settlement;
  readonly open: OpenReservation & { readonly budgets: readonly CountedBudget[] };
  /** Only if it is still past its lease at this time. */
  readonly expiredAt?: number;
}

export function reserveJson(reservation: Reservation): unknown {
  const { id, subject, day, now, leaseUntil, rateLimits, inputTokens, outputTokens } = reservation;
  const { inputCost, perMillionOutput, budgets } = reservation;
  const body: Body = { subject, day, startedAt: now, inputTokens, inputCost, perMillionOutput };
  return {
    id: toStoredText(id),
    tokenId: toStoredText(subject.tokenId),
    now,
    leaseUntil,
    ...rateLimits,
    isLimited: Object.values(rateLimits).some((limit) => limit !== undefined),
    inputTokens,
    outputTokens,
    claims: budgets.map((claim) => ({ ...claim, budgetId: toStoredText(claim.budgetId) })),
    body: JSON.stringify(body),
  };
}

export function settleJson({ settlement, open, expiredAt }: SettleOp): unknown {
  const values = usageValues(usageRecordOf(open, settlement));
  return {
    id: toStoredText(settlement.id),
    ...(expiredAt !== undefined && { expiredAt }),
    cost: settlement.cost,
    tokens: settlement.inputTokens + settlement.outputTokens,
    usage: Object.fromEntries(usageColumns.split(", ").map((name, at) => [name, values[at]])),
    events: settlementEvents(open, open.budgets, settlement).map(eventJson),
  };
}

export function openOf(row: SqlRow): SettleOp["open"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_take writes
  const claims = row["claims"] as readonly CountedBudget[];
  return {
    ...jsonIn<Body>(row, "body"),
    id: fromStoredText(textIn(row, "id")),
    toldTokens: numberIn(row, "told_tokens"),
    budgets: claims.map(({ budgetId, period, unit }) => ({
      budgetId: fromStoredText(budgetId),
      period,
      unit,
    })),
  };
}

export function toReserveResult(
  { rateLimits, inputTokens }: Reservation,
  { refusal, granted, tightest, use }: ReserveJson,
  budgets: readonly BudgetState[],
): ReserveResult {
  if (refusal) {
    const rates = toRateStates(rateLimits, use, "now");
    return { kind: "rateLimited", limit: refusal[0], retryAfterMs: refusal[1], rates };
  }
  if (granted !== undefined) {
    const taken = { tokens: inputTokens + granted };
    return {
      kind: "granted",
      outputTokens: granted,
      budgets,
      rates: toRateStates(rateLimits, use, taken),
    };
  }
  const budget = budgets[tightest ?? 0];
  if (!budget) {
    throw new StoreError("unavailable", "The database neither granted nor refused.");
  }
  return { kind: "overBudget", budget, rates: toRateStates(rateLimits, use, "now") };
}

/** How the limits stand as the database saw them, or after it took one request with so many tokens. */
export function toRateStates(
  limits: Reservation["rateLimits"],
  use: RateUseJson | null,
  after: "now" | { readonly tokens: number },
): RateStates {
  if (!use) {
    return {};
  }
  const [requests, tokens] = after === "now" ? [0, 0] : [1, after.tokens];
  return rateStates(
    limits,
    {
      requests: [
        { lastAt: use.requestsAt, amount: use.requests },
        { lastAt: use.now, amount: requests },
      ],
      tokens: [
        { lastAt: use.tokensAt, amount: use.tokens },
        { lastAt: use.now, amount: tokens },
      ],
      open: use.open + requests,
    },
    use.now,
  );
}

/** The states of these budgets, in this order, among what the database answered. */
export function statesOf(
  budgets: readonly BudgetKey[],
  rows: readonly BudgetRow[],
): readonly BudgetState[] {
  return budgets.map(({ budgetId, period }) => {
    const stored = toStoredText(budgetId);
    const row = rows.find(([id, of]) => id === stored && of === period);
    return { budgetId, spent: row?.[2] ?? 0, reserved: row?.[3] ?? 0 };
  });
}

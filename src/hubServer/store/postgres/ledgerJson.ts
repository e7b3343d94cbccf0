import { rateStates } from "../decideReservation.ts";
import {
  settlementEvents,
  usageRecordOf,
  type CountedBudget,
  type OpenReservation,
} from "../settlement.ts";
import { jsonIn, numberIn, textIn, type SqlRow } from "../sql/sql.ts";
import { usageColumns, usageValues } from "../sql/sqlUsage.ts";
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
import { usedAmount } from "../tokenBudget.ts";
import { eventJson } from "./postgresDatabase.ts";

type Body = Omit<OpenReservation, "id" | "toldTokens">;

export type BudgetRow = readonly [
  budgetId: string,
  period: string,
  spent: number,
  reserved: number,
  limit: number | null,
];

type BudgetKey = Pick<BudgetClaim, "budgetId" | "period">;

export interface RateUseJson {
  readonly now: number;
  readonly requests: number;
  readonly requestsAt: number;
  readonly completions: number;
  readonly completionsAt: number;
  readonly tokens: number;
  readonly tokensAt: number;
  readonly open: number;
}

export interface ReserveAnswer {
  readonly results: readonly ReserveJson[];
  readonly budgets: readonly BudgetRow[];
}

interface ReserveJson {
  readonly refusal?: readonly [keyof RateStates, number];
  readonly granted?: number;
  readonly tightest?: number;
  readonly use: RateUseJson | null;
}

export interface SettleAnswer {
  readonly settled: readonly number[];
  readonly budgets: readonly BudgetRow[];
}

export interface SettleOp {
  readonly settlement: Settlement;
  readonly open: OpenReservation & { readonly budgets: readonly CountedBudget[] };
  /** Set by the job that ends dead requests: settle only if the lease ended by this time. */
  readonly expiredAt?: number;
}

export function reservationBody(reservation: Reservation): string {
  const { subject, day, now, inputTokens, inputCost, perMillionOutput } = reservation;
  const body: Body = { subject, day, startedAt: now, inputTokens, inputCost, perMillionOutput };
  return JSON.stringify(body);
}

export function reserveJson(reservation: Reservation): unknown {
  const { id, subject, now, leaseUntil, rateLimits, inputTokens, outputTokens } = reservation;
  const { budgets } = reservation;
  return {
    id: toStoredText(id),
    tokenId: toStoredText(subject.tokenId),
    now,
    leaseUntil,
    ...rateLimits,
    isLimited: Object.values(rateLimits).some((limit) => limit !== undefined),
    isOfRun: budgets.some(({ run }) => run !== undefined),
    inputTokens,
    outputTokens,
    claims: budgets.map((claim) => ({ ...claim, budgetId: toStoredText(claim.budgetId) })),
    body: reservationBody(reservation),
  };
}

export function settleJson(
  { settlement, open, expiredAt }: SettleOp,
  { slot, isAlone }: { readonly slot: number; readonly isAlone: boolean },
): unknown {
  const values = usageValues(usageRecordOf(open, settlement));
  return {
    slot,
    isAlone,
    id: toStoredText(settlement.id),
    ...(expiredAt !== undefined && { expiredAt }),
    cost: settlement.cost,
    tokens: settlement.inputTokens + settlement.outputTokens,
    usage: Object.fromEntries(usageColumns.split(", ").map((name, at) => [name, values[at]])),
    events: settlementEvents(open, open.budgets, settlement).map(eventJson),
  };
}

/**
 * The database settles all requests at once, but exactly one may cross a threshold. Undefined for a request settled
 * before.
 */
export function statesAfterEach(
  ops: readonly SettleOp[],
  { settled, budgets }: SettleAnswer,
): readonly (readonly BudgetState[] | undefined)[] {
  const places = new Set(settled);
  const later = new Map<string, number>();
  const backwards = ops.toReversed().map(({ settlement, open }, index) => {
    if (!places.has(ops.length - index)) {
      return undefined;
    }
    return open.budgets.map((counted) => {
      const state = stateOf(counted, budgets);
      const key = budgetKey(counted);
      const spentLater = later.get(key) ?? 0;
      later.set(key, spentLater + usedAmount(counted, settlement));
      return { ...state, spent: state.spent - spentLater };
    });
  });
  return backwards.toReversed();
}

export function openOf(row: SqlRow): SettleOp["open"] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_take writes
  const claims = row["claims"] as readonly (Omit<CountedBudget, "perToken"> & {
    readonly perToken: number | null;
  })[];
  return {
    ...jsonIn<Body>(row, "body"),
    id: fromStoredText(textIn(row, "id")),
    toldTokens: numberIn(row, "told_tokens"),
    budgets: claims.map(({ budgetId, period, unit, perToken }) => ({
      budgetId: fromStoredText(budgetId),
      period,
      unit,
      ...(perToken !== null && { perToken }),
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
      completions: [
        { lastAt: use.completionsAt, amount: use.completions },
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

export function statesOf(
  budgets: readonly BudgetKey[],
  rows: readonly BudgetRow[],
): readonly BudgetState[] {
  return budgets.map((budget) => stateOf(budget, rows));
}

function stateOf({ budgetId, period }: BudgetKey, rows: readonly BudgetRow[]): BudgetState {
  const stored = toStoredText(budgetId);
  const row = rows.find(([id, of]) => id === stored && of === period);
  const [, , spent = 0, reserved = 0, limit] = row ?? [];
  return { budgetId, spent, reserved, ...(typeof limit === "number" && { limit }) };
}

export function budgetKey({ budgetId, period }: BudgetKey): string {
  return JSON.stringify([budgetId, period]);
}

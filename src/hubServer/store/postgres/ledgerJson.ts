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
  type BudgetClaim,
  type BudgetState,
  type RateStates,
  type Reservation,
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
    joined: (settlement.joined ?? []).map(({ budgetId, period, unit }) => ({
      budgetId: toStoredText(budgetId),
      period,
      unit,
      amount: 0,
    })),
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_add_reservations writes
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

/** The rates after a request that took `tokens`. */
export function toRateStates(
  limits: Reservation["rateLimits"],
  use: RateUseJson | undefined,
  tokens: number,
): RateStates {
  if (!use) {
    return {};
  }
  const { now } = use;
  return rateStates(
    limits,
    {
      requests: [
        { lastAt: use.requestsAt, amount: use.requests },
        { lastAt: now, amount: 1 },
      ],
      completions: [
        { lastAt: use.completionsAt, amount: use.completions },
        { lastAt: now, amount: 1 },
      ],
      tokens: [
        { lastAt: use.tokensAt, amount: use.tokens },
        { lastAt: now, amount: tokens },
      ],
      open: use.open + 1,
    },
    now,
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

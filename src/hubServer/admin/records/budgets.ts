import * as z from "zod/mini";

import { budgetInputSchema, budgetSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { invalid } from "../../http/invalidField.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import type { Amount, BudgetRecord, BudgetScope } from "../../store/records.ts";
import { type BudgetOpening, openingDetail } from "../../store/sql/budgetOpening.ts";
import type { BudgetState, RecordStore, Store, UsageFilter } from "../../store/store.ts";
import { usedAmount } from "../../store/tokenBudget.ts";
import { periodBounds, periodOf } from "../../values/calendar.ts";
import { isoTime } from "../../values/isoTime.ts";
import { formatMoney, parseMoney } from "../../values/money.ts";
import { conflict } from "../base/adminErrors.ts";
import type { Collection } from "../base/collection.ts";
import { requireRecord } from "../base/references.ts";

const forecastAfterMs = 6 * 60 * 60_000;

export function budgetCollection(
  store: Store,
  now: () => number,
): Collection<"budget", typeof budgetInputSchema> {
  const { records } = store;
  return {
    kind: "budget",
    path: "/budgets",
    idPrefix: "budget",
    input: budgetInputSchema,
    partial: z.partial(budgetInputSchema),
    output: budgetSchema,
    inputOf: (budget) => ({
      scope: budget.scope,
      subject_id: budget.subjectId,
      unit: budget.unit,
      limit: showAmount(budget.limit, budget.unit),
      warn_at: budget.warnAt,
    }),
    nameOf: ({ scope, subjectId }) => `${scope} ${subjectId}`,
    recordOf: (input, base) => budgetOf(records, input, base),
    newFacts: async (budget) => openingDetail(await openingOf(store, budget, now())),
    show: (budgets) => showBudgets(store, budgets, now()),
    usedBy: () => Promise.resolve([]),
  };
}

async function budgetOf(
  records: RecordStore,
  input: z.output<typeof budgetInputSchema>,
  {
    id,
    createdAt,
    previous,
  }: { readonly id: string; readonly createdAt: number; readonly previous?: BudgetRecord },
): Promise<BudgetRecord> {
  const { scope, subject_id: subjectId, unit } = input;
  refuseMove(input, previous);
  await requireRecord(records, scope, { id: subjectId, param: "subject_id" });
  const others = await records.list("budget");
  const isTaken = others.some(
    (other) =>
      other.id !== id &&
      other.scope === scope &&
      other.subjectId === subjectId &&
      other.unit === unit,
  );
  if (isTaken) {
    throw conflict(`This ${scope} has a budget in ${unit} already.`, "subject_id");
  }
  return {
    id,
    createdAt,
    scope,
    subjectId,
    unit,
    limit: readAmount(input.limit, unit),
    warnAt: [...new Set(input.warn_at)].toSorted((one, other) => one - other),
  };
}

function refuseMove(
  { scope, subject_id: subjectId, unit }: z.output<typeof budgetInputSchema>,
  previous: BudgetRecord | undefined,
): void {
  const isMoved = previous && (previous.scope !== scope || previous.subjectId !== subjectId);
  if (isMoved || (previous && previous.unit !== unit)) {
    throw invalid(
      "A budget keeps its subject and its unit. Delete it and make another, which starts with this month's usage.",
      isMoved ? "subject_id" : "unit",
    );
  }
}

const filterOf = {
  token: "tokenId",
  user: "userId",
  profile: "profileId",
  sector: "sectorId",
} as const satisfies Record<BudgetScope, keyof UsageFilter>;

/** A new budget starts with its subject's usage of the month. */
async function openingOf(
  store: Store,
  { scope, subjectId, unit }: BudgetRecord,
  now: number,
): Promise<BudgetOpening> {
  const { timeZone } = await readSettings(store);
  const period = periodOf(now, timeZone);
  const days = { fromDay: `${period}-01`, toDay: `${period}-31` };
  const [used] = await store.ledger.usage({ ...days, [filterOf[scope]]: subjectId }, []);
  return { period, spent: used ? usedAmount({ unit }, used) : 0 };
}

export async function showBudgets(
  store: Store,
  budgets: readonly BudgetRecord[],
  now: number,
): Promise<readonly z.infer<typeof budgetSchema>[]> {
  if (budgets.length === 0) {
    return [];
  }
  const { timeZone } = await readSettings(store);
  const period = periodOf(now, timeZone);
  const bounds = periodBounds(period, timeZone);
  const states = await store.ledger.budgetStates(
    budgets.map(({ id }) => ({ budgetId: id, period })),
  );
  const stateOf = new Map(states.map((state) => [state.budgetId, state]));
  const month = { ...bounds, period, now };
  return budgets.map((budget) => budgetJson(budget, stateOf.get(budget.id), month));
}

function budgetJson(
  budget: BudgetRecord,
  state: BudgetState | undefined,
  month: {
    readonly period: string;
    readonly start: number;
    readonly end: number;
    readonly now: number;
  },
): z.infer<typeof budgetSchema> {
  const { unit, limit } = budget;
  const { spent = 0, reserved = 0 } = state ?? {};
  const gone = month.now - month.start;
  const forecast = Math.round((spent / gone) * (month.end - month.start));
  return {
    id: budget.id,
    scope: budget.scope,
    subject_id: budget.subjectId,
    unit,
    limit: showAmount(limit, unit),
    warn_at: [...budget.warnAt],
    created_at: isoTime(budget.createdAt),
    period: month.period,
    resets_at: isoTime(month.end),
    spent: showAmount(spent, unit),
    reserved: showAmount(reserved, unit),
    remaining: showAmount(Math.max(0, limit - spent - reserved), unit),
    ...(spent > limit && { over: showAmount(spent - limit, unit) }),
    forecast: gone < forecastAfterMs ? null : showAmount(forecast, unit),
  };
}

function readAmount(text: string, unit: BudgetRecord["unit"]): Amount {
  if (unit === "money") {
    return parseMoney(text);
  }
  if (!/^\d+$/u.test(text)) {
    throw invalid("A budget in tokens is a whole number of them.", "limit");
  }
  return Number(text);
}

function showAmount(amount: Amount, unit: BudgetRecord["unit"]): string {
  return unit === "money" ? formatMoney(amount) : String(amount);
}

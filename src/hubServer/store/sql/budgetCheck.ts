import type { AuditEvent } from "../records.ts";
import { runPeriod } from "../runTerms.ts";
import { budgetsIn } from "../settlement.ts";
import { fromStoredText } from "../storedText.ts";
import { usedAmount } from "../tokenBudget.ts";
import { openingIn } from "./budgetOpening.ts";
import { jsonIn, numberIn, textIn, type Sql } from "./sql.ts";

export interface KeptBudgets {
  readonly throughSeq: number;
  readonly unchained: readonly AuditEvent[];
  readonly rows: readonly {
    readonly budgetId: string;
    readonly period: string;
    readonly spent: number;
    readonly reserved: number;
  }[];
}

/**
 * One statement: a concurrent settlement is in both results or in neither. Excludes caps of runs, which are removed
 * long before their events.
 */
export async function readKeptBudgets(sql: Sql): Promise<KeptBudgets> {
  const rows = await sql.rows(
    `SELECT budget_id, period, spent, reserved, seq, NULL AS body
      FROM (SELECT max(seq) AS seq FROM audit_head) AS head
        LEFT JOIN ${sql.budgets} ON period <> ?
      UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, body
        FROM ${sql.unchained} AS unchained WHERE kind = 'usage'
      ORDER BY period, budget_id`,
    [runPeriod],
  );
  const first = rows.find((row) => row["seq"] !== null);
  return {
    throughSeq: first ? numberIn(first, "seq") : 0,
    unchained: rows
      .filter((row) => row["body"] !== null)
      .map((row) => jsonIn<AuditEvent>(row, "body")),
    rows: rows
      .filter((row) => row["budget_id"] !== null)
      .map((row) => ({
        budgetId: fromStoredText(textIn(row, "budget_id")),
        period: textIn(row, "period"),
        spent: numberIn(row, "spent"),
        reserved: numberIn(row, "reserved"),
      })),
  };
}

export const clockErrorMs = 24 * 3_600_000;

/** The time difference of UTC+14, where a month begins first. */
const zoneMs = 14 * 3_600_000;

export class BudgetCheck {
  readonly #kept: KeptBudgets;
  readonly #now: number;
  readonly #sums = new Map<string, number>();
  /** The use of events from older hubs, which name no budgets. */
  #unknownUse = 0;
  #completeSince: number | undefined;

  constructor(kept: KeptBudgets, now: number) {
    this.#kept = kept;
    this.#now = now;
    for (const event of kept.unchained) {
      this.#count(event);
    }
  }

  get completeSince(): number {
    return this.#completeSince ?? -Infinity;
  }

  add(event: AuditEvent & { readonly seq: number }): void {
    this.#date(event);
    if (event.seq > this.#kept.throughSeq) {
      return;
    }
    if (event.kind === "usage") {
      this.#count(event);
      return;
    }
    const opening = openingIn(event);
    if (opening) {
      this.#add(opening, opening.spent);
    }
  }

  #count(event: AuditEvent): void {
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = event;
    const budgets = budgetsIn(event);
    if (!budgets) {
      this.#unknownUse += Math.max(cost, inputTokens + outputTokens);
      return;
    }
    for (const { budgetId, period, unit } of budgets) {
      this.#add({ budgetId, period }, usedAmount({ unit }, { inputTokens, outputTokens, cost }));
    }
  }

  #add(
    { budgetId, period }: { readonly budgetId: string; readonly period: string },
    amount: number,
  ): void {
    const key = keyOf(budgetId, period);
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
  }

  /** The event's date, except for events in the future, whose clock was wrong. */
  #date({ seq, time }: { readonly seq: number; readonly time: number }): void {
    if (seq === 1) {
      this.#completeSince = -Infinity;
    } else if (time <= this.#now + clockErrorMs) {
      this.#completeSince ??= time;
    }
  }

  problem(): string | undefined {
    const unmet = new Map(this.#sums);
    for (const row of this.#kept.rows) {
      const key = keyOf(row.budgetId, row.period);
      const text = this.#problemOf(row, unmet.get(key) ?? 0);
      if (text !== undefined) {
        return text;
      }
      unmet.delete(key);
    }
    const [missing] = [...unmet].filter(([, sum]) => sum > 0);
    return missing && `What the budget ${missing[0]} has spent is not in the database any more.`;
  }

  #problemOf({ budgetId, period, spent, reserved }: KeptBudgets["rows"][number], sum: number) {
    const isKnown = this.#isComplete(period);
    const isRight = spent >= sum && (!isKnown || spent <= sum + this.#unknownUse) && reserved >= 0;
    return isRight
      ? undefined
      : `The budget ${keyOf(budgetId, period)} has spent ${spent} in the database, ` +
          `and ${sum} by the audit (reserved: ${reserved}).`;
  }

  /** True if the month has all its events. Only a wrong clock dates events in a future month. */
  #isComplete(period: string): boolean {
    const start = Date.parse(`${period}-01T00:00:00Z`) - zoneMs;
    const isAhead = start > this.#now + clockErrorMs;
    return this.completeSince === -Infinity || (this.completeSince <= start && !isAhead);
  }
}

function keyOf(budgetId: string, period: string): string {
  return `${budgetId} of ${period}`;
}

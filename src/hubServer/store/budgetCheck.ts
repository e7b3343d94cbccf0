import type { AuditEvent } from "./records.ts";
import { budgetsIn } from "./settlement.ts";
import { numberIn, textIn, type Sql } from "./sql.ts";
import { fromStoredText } from "./storedText.ts";
import { usedAmount } from "./tokenBudget.ts";

/** What the database says that budgets have spent, and up to which event of the audit. */
export interface KeptBudgets {
  readonly throughSeq: number;
  readonly rows: readonly {
    readonly budgetId: string;
    readonly period: string;
    readonly spent: number;
    readonly reserved: number;
  }[];
}

/** One statement, so that requests which end meanwhile are in both or in none. */
export async function readKeptBudgets(sql: Sql): Promise<KeptBudgets> {
  const rows = await sql.rows(
    `SELECT budget_id, period, spent, reserved, seq
      FROM (SELECT max(seq) AS seq FROM audit_head) AS head LEFT JOIN budget_use ON 1 = 1
      ORDER BY period, budget_id`,
    [],
  );
  const [first] = rows;
  return {
    throughSeq: first ? numberIn(first, "seq") : 0,
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

/** West of every time zone: by then a month has begun nowhere yet. */
const zoneMs = 14 * 3_600_000;

/** Adds up what the usage events of the chain say, and compares it with what the budgets have spent. */
export class BudgetCheck {
  readonly #kept: KeptBudgets;
  readonly #sums = new Map<string, number>();
  /** Usage of events that do not say which budgets they counted for, as an older hub wrote them. */
  #unknownUse = 0;
  #completeSince: number | undefined;

  constructor(kept: KeptBudgets) {
    this.#kept = kept;
  }

  /** Since when the chain has every event: earlier ones were removed by the retention. */
  get completeSince(): number {
    return this.#completeSince ?? -Infinity;
  }

  /** Takes the events of the chain, oldest first, after their hashes were found right. */
  add(event: AuditEvent & { readonly seq: number }): void {
    this.#completeSince ??= event.seq === 1 ? -Infinity : event.time;
    if (event.kind !== "usage" || event.seq > this.#kept.throughSeq) {
      return;
    }
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = event;
    const budgets = budgetsIn(event);
    if (!budgets) {
      this.#unknownUse += Math.max(cost, inputTokens + outputTokens);
      return;
    }
    for (const { budgetId, period, unit } of budgets) {
      const key = keyOf(budgetId, period);
      const amount = usedAmount(unit, { inputTokens, outputTokens, cost });
      this.#sums.set(key, (this.#sums.get(key) ?? 0) + amount);
    }
  }

  /** In words, the first budget that has not spent what the audit says; undefined if all have. */
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

  /** Whether no event of the month was removed by the retention. */
  #isComplete(period: string): boolean {
    return this.completeSince <= Date.parse(`${period}-01T00:00:00Z`) - zoneMs;
  }
}

function keyOf(budgetId: string, period: string): string {
  return `${budgetId} of ${period}`;
}

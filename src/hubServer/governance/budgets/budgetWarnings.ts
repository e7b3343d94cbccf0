import type { Clock } from "../../../shared/base/clock.ts";
import type { AuditLog } from "../../store/auditLog.ts";
import type { Amount, AuditEvent, BudgetRecord } from "../../store/records.ts";
import { timeBetween } from "../../values/timeBetween.ts";
import type { OnGovernanceEvent } from "../policy/events.ts";

const overdue = -Infinity;

/** Time for the process whose settlement crossed the threshold to write the warning. */
const graceMs = 60_000;

interface Spending {
  readonly budget: BudgetRecord;
  readonly period: string;
  readonly spent: Amount;
}

/**
 * Records each crossed threshold once per period. The crossing settlement writes the warning; if no process saw the
 * crossing, it follows a minute later.
 */
export class BudgetWarnings {
  readonly #audit: Pick<AuditLog, "append" | "list">;
  readonly #clock: Clock;
  readonly #onEvent: OnGovernanceEvent;
  /** Undefined once the warning is written, `overdue` after a failed write. */
  readonly #reached = new Map<string, number | undefined>();

  constructor(audit: Pick<AuditLog, "append" | "list">, clock: Clock, onEvent: OnGovernanceEvent) {
    this.#audit = audit;
    this.#clock = clock;
    this.#onEvent = onEvent;
  }

  /** Never rejects. `spent` includes `added`. */
  async settled(spending: Spending, added: Amount): Promise<void> {
    for (const percent of reachedBy(spending)) {
      if (!isReached(spending.budget, percent, spending.spent - added)) {
        this.#reached.set(keyOf(spending, percent), undefined);
        await this.#write(spending, percent);
      }
    }
  }

  async seen(spending: Spending, periodStart: number): Promise<void> {
    const now = this.#clock.now();
    for (const percent of reachedBy(spending)) {
      const key = keyOf(spending, percent);
      const since = this.#reached.get(key);
      if (!this.#reached.has(key)) {
        this.#reached.set(key, now);
      } else if (since !== undefined && timeBetween(since, now) >= graceMs) {
        this.#reached.set(key, undefined);
        await this.#writeIfMissing(spending, percent, periodStart);
      }
    }
  }

  async #writeIfMissing(spending: Spending, percent: number, from: number): Promise<void> {
    try {
      const events = await this.#audit.list(
        { kinds: ["budget.threshold"], from },
        { limit: 1_000 },
      );
      const isWritten = events.some(
        ({ detail }) =>
          detail?.["budget"] === spending.budget.id &&
          detail["period"] === spending.period &&
          detail["percent"] === percent,
      );
      if (!isWritten) {
        await this.#write(spending, percent);
      }
    } catch (error) {
      this.#fail(spending, percent, error);
    }
  }

  async #write(spending: Spending, percent: number): Promise<void> {
    try {
      await this.#audit.append(warningOf(spending, percent, this.#clock.now()));
    } catch (error) {
      this.#fail(spending, percent, error);
    }
  }

  #fail(spending: Spending, percent: number, error: unknown): void {
    this.#onEvent({ kind: "storeFailed", during: "audit", error });
    this.#reached.set(keyOf(spending, percent), overdue);
  }
}

function reachedBy({ budget, spent }: Spending): readonly number[] {
  return budget.warnAt.filter((percent) => isReached(budget, percent, spent));
}

function isReached({ limit }: BudgetRecord, percent: number, spent: Amount): boolean {
  return limit > 0 && spent * 100 >= limit * percent;
}

function keyOf({ budget, period }: Spending, percent: number): string {
  return `${budget.id} ${budget.limit} ${period} ${percent}`;
}

function warningOf({ budget, period, spent }: Spending, percent: number, time: number): AuditEvent {
  const { id, scope, subjectId, unit, limit } = budget;
  return {
    kind: "budget.threshold",
    time,
    [`${scope}Id`]: subjectId,
    detail: { budget: id, scope, subject: subjectId, period, percent, unit, limit, spent },
  };
}

import type { Amount } from "../records.ts";
import { heldByRun } from "../runTerms.ts";
import { numberIn, optionalNumberIn, type SqlRow } from "../sql/sql.ts";
import { StoreError, type BudgetClaim, type BudgetState } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import type { KeptRows } from "./batches.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";

type Place = Pick<BudgetClaim, "budgetId" | "period">;

interface BudgetUse {
  readonly spent: Amount;
  readonly reserved: Amount;
  readonly limit: Amount | undefined;
  readonly keepUntil: number | undefined;
}

const unused: BudgetUse = { spent: 0, reserved: 0, limit: undefined, keepUntil: undefined };

interface Entry {
  readonly place: Place;
  readonly use: BudgetUse | undefined;
}

const maxEntries = 20_000;

/** All methods need a transaction. */
export class BudgetMemory implements KeptRows {
  readonly #database: SqliteDatabase;
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Set<string>();
  #firstEnd: number | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  state(place: Place): BudgetState {
    const { spent, reserved, limit } = this.#use(place) ?? unused;
    return { budgetId: place.budgetId, spent, reserved, ...(limit !== undefined && { limit }) };
  }

  add(
    place: Place,
    { spent, reserved }: { readonly spent: Amount; readonly reserved: Amount },
  ): void {
    const use = this.#use(place) ?? unused;
    this.#set(place, {
      ...use,
      spent: exact(use.spent + spent),
      reserved: exact(use.reserved + reserved),
    });
  }

  holdRun(claim: BudgetClaim): boolean {
    const use = this.#use(claim);
    const held = heldByRun(claim, use ?? unused);
    if (!held) {
      return false;
    }
    this.#set(claim, { ...(use ?? unused), ...held });
    if (this.#firstEnd !== undefined) {
      this.#firstEnd = Math.min(this.#firstEnd, held.keepUntil);
    }
    return !use;
  }

  forgetRun({ budgetId, period }: Place): void {
    this.#set({ budgetId, period }, undefined);
  }

  removeEnded(now: number): void {
    this.#firstEnd ??= this.#storedFirstEnd();
    if (this.#firstEnd > now) {
      return;
    }
    this.write();
    this.forget();
    this.#database.change("DELETE FROM budget_use WHERE keep_until <= ? AND reserved = 0", now);
  }

  write(): void {
    for (const key of this.#changed) {
      const entry = this.#entries.get(key);
      if (entry) {
        this.#writeEntry(entry);
      }
    }
    this.#changed.clear();
    if (this.#entries.size > maxEntries) {
      this.#entries.clear();
    }
  }

  forget(): void {
    this.#entries.clear();
    this.#changed.clear();
    this.#firstEnd = undefined;
  }

  #use(place: Place): BudgetUse | undefined {
    const key = keyOf(place);
    const known = this.#entries.get(key);
    if (known) {
      return known.use;
    }
    const { budgetId, period } = place;
    const [row] = this.#database.select(
      `SELECT spent, reserved, held_limit, keep_until FROM budget_use
        WHERE budget_id = ? AND period = ?`,
      toStoredText(budgetId),
      period,
    );
    const use = row && useIn(row);
    this.#entries.set(key, { place: { budgetId, period }, use });
    return use;
  }

  #set({ budgetId, period }: Place, use: BudgetUse | undefined): void {
    const place = { budgetId, period };
    const key = keyOf(place);
    this.#entries.set(key, { place, use });
    this.#changed.add(key);
  }

  #writeEntry({ place, use }: Entry): void {
    const key = [toStoredText(place.budgetId), place.period];
    if (!use) {
      this.#database.change("DELETE FROM budget_use WHERE budget_id = ? AND period = ?", ...key);
      return;
    }
    this.#database.change(
      `INSERT INTO budget_use (budget_id, period, spent, reserved, held_limit, keep_until)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (budget_id, period) DO UPDATE SET spent = excluded.spent,
          reserved = excluded.reserved, held_limit = excluded.held_limit,
          keep_until = excluded.keep_until`,
      ...key,
      use.spent,
      use.reserved,
      use.limit ?? null,
      use.keepUntil ?? null,
    );
  }

  #storedFirstEnd(): number {
    this.write();
    const [row] = this.#database.select(
      "SELECT min(keep_until) AS first FROM budget_use WHERE keep_until IS NOT NULL",
    );
    return (row && optionalNumberIn(row, "first")) ?? Infinity;
  }
}

function useIn(row: SqlRow): BudgetUse {
  return {
    spent: numberIn(row, "spent"),
    reserved: numberIn(row, "reserved"),
    limit: optionalNumberIn(row, "held_limit"),
    keepUntil: optionalNumberIn(row, "keep_until"),
  };
}

/** The key of a place; it is unambiguous, because a period has no space. */
function keyOf({ budgetId, period }: Place): string {
  return `${period} ${budgetId}`;
}

function exact(sum: number): Amount {
  if (!Number.isSafeInteger(sum)) {
    throw new StoreError("unavailable", `The use of a budget, ${sum}, is beyond what is exact.`);
  }
  return sum;
}

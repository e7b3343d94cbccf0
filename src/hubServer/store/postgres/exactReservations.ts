import type { PoolClient } from "pg";

import {
  isLimited,
  rateUse,
  reserveIn,
  type RateSecond,
  type RateUse,
  type ReservationRows,
} from "../decideReservation.ts";
import { heldByRun } from "../runTerms.ts";
import type { BudgetClaim, BudgetState, Reservation, ReserveResult } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import { claimAmount } from "../tokenBudget.ts";
import { statesOf, type BudgetRow } from "./ledgerJson.ts";
import { reservationRow } from "./reservationBatch.ts";

/** The answer of `hub_token_use`. */
export interface TokenUse {
  readonly now: number;
  readonly open: number;
  readonly seconds: readonly RateSecond[];
}

interface StoredBudget {
  readonly budget_id: string;
  readonly period: string;
  readonly spent: number;
  readonly reserved: number;
  readonly held_limit: number | null;
  readonly keep_until: number | null;
  readonly is_sliced: boolean;
}

interface Look {
  readonly budgets: readonly StoredBudget[];
  readonly tokens: Readonly<Record<string, TokenUse>>;
}

export interface ExactTerms {
  readonly isCallerClock: boolean;
  /** True to answer undefined, and take nothing, if a reservation has outlived its lease. */
  readonly heedsLeases: boolean;
}

/** Decides on reservations one by one, over rows that the transaction of `client` locks. */
export async function reserveExactly(
  client: PoolClient,
  reservations: readonly Reservation[],
  terms: ExactTerms,
): Promise<readonly ReserveResult[] | undefined> {
  const claims = reservations.flatMap(({ budgets }) =>
    budgets.map(({ budgetId, period }) => ({ budgetId: toStoredText(budgetId), period })),
  );
  const wanted = { claims, tokens: tokensOf(reservations) };
  const lastNow = Math.max(...reservations.map(({ now }) => now));
  const first = await ask<Look | null>(client, "hub_look", {
    ...wanted,
    ...(terms.heedsLeases && { heedsLeasesUntil: lastNow }),
  });
  if (!first) {
    return undefined;
  }
  let decided = decide(reservations, first, terms);
  if (first.budgets.some(({ is_sliced }) => is_sliced) && decided.isCut) {
    await client.query("SELECT hub_free_slices($1)", [JSON.stringify(claims)]);
    decided = decide(reservations, await ask<Look>(client, "hub_look", wanted), terms);
  }
  const changes = { ...decided.rows.changes(), claims };
  const states = await ask<readonly BudgetRow[]>(client, "hub_write", changes);
  return decided.results.map((result, index) =>
    result.kind === "granted"
      ? { ...result, budgets: statesOf(reservations[index]?.budgets ?? [], states) }
      : result,
  );
}

function decide(
  reservations: readonly Reservation[],
  look: Look,
  { isCallerClock }: ExactTerms,
): {
  readonly rows: HeldRows;
  readonly results: readonly ReserveResult[];
  readonly isCut: boolean;
} {
  const rows = new HeldRows(look, isCallerClock);
  const results = reservations.map((reservation) =>
    reserveIn(rows, reservation, rows.rateNow(reservation)),
  );
  const isCut = results.some(
    (result, index) =>
      result.kind === "overBudget" ||
      (result.kind === "granted" && result.outputTokens < (reservations[index]?.outputTokens ?? 0)),
  );
  return { rows, results, isCut };
}

/** The use of a token. For a limit of parallel requests, it counts requests whose lease has not ended. */
function tokensOf(reservations: readonly Reservation[]): readonly unknown[] {
  const tokens = new Map<string, { readonly id: string; readonly leaseNow?: number }>();
  for (const reservation of reservations.filter(isLimited)) {
    const { subject, now, rateLimits } = reservation;
    const id = toStoredText(subject.tokenId);
    const countsOpen = rateLimits.parallelRequests !== undefined;
    tokens.set(id, { id, ...tokens.get(id), ...(countsOpen && { leaseNow: now }) });
  }
  return [...tokens.values()];
}

const unused = { spent: 0, reserved: 0, held_limit: null, keep_until: null, is_sliced: false };

function keyOf({ budget_id, period }: Pick<StoredBudget, "budget_id" | "period">): string {
  return JSON.stringify([budget_id, period]);
}

class HeldRows implements ReservationRows {
  readonly #isCallerClock: boolean;
  readonly #budgets: Map<string, StoredBudget>;
  readonly #changed = new Set<string>();
  readonly #tokens: Map<string, TokenUse>;
  readonly #reservations: unknown[] = [];
  readonly #rates: unknown[] = [];

  constructor({ budgets, tokens }: Look, isCallerClock: boolean) {
    this.#isCallerClock = isCallerClock;
    this.#budgets = new Map(budgets.map((row) => [keyOf(row), row]));
    this.#tokens = new Map(Object.entries(tokens));
  }

  /** The argument of `hub_write`, without its claims. */
  changes(): Readonly<Record<"budgets" | "rates" | "reservations", readonly unknown[]>> {
    const budgets = [...this.#changed].map((key) => this.#budgets.get(key));
    return { budgets, rates: this.#rates, reservations: this.#reservations };
  }

  rateNow({ subject, now }: Reservation): number {
    const token = this.#tokens.get(toStoredText(subject.tokenId));
    return this.#isCallerClock ? now : (token?.now ?? now);
  }

  rateUse(tokenId: string): RateUse {
    const { seconds = [], open = 0 } = this.#tokens.get(toStoredText(tokenId)) ?? {};
    return rateUse(seconds, open);
  }

  budget(claim: BudgetClaim): BudgetState {
    const { spent, reserved, held_limit: limit } = this.#row(claim);
    const { budgetId } = claim;
    return { budgetId, spent, reserved, ...(limit !== null && { limit }) };
  }

  holdRun(claim: BudgetClaim): boolean {
    const { held_limit: limit, keep_until: keepUntil } = this.#row(claim);
    const held = heldByRun(claim, {
      limit: limit ?? undefined,
      keepUntil: keepUntil ?? undefined,
    });
    if (!held) {
      return false;
    }
    this.#change(claim, { held_limit: held.limit, keep_until: held.keepUntil });
    return limit === null;
  }

  forgetRun(claim: BudgetClaim): void {
    this.#change(claim, { held_limit: null, keep_until: null });
  }

  take(reservation: Reservation, outputTokens: number): void {
    const rateNow = this.rateNow(reservation);
    for (const claim of reservation.budgets) {
      const { reserved } = this.#row(claim);
      this.#change(claim, { reserved: reserved + claimAmount(claim, outputTokens) });
    }
    const granted = { ...reservation, outputTokens };
    this.#reservations.push({ ...reservationRow(granted), rateNow });
    if (isLimited(reservation)) {
      this.#addRate(granted, rateNow);
    }
  }

  #addRate({ subject, rateLimits, inputTokens, outputTokens }: Reservation, at: number): void {
    const tokenId = toStoredText(subject.tokenId);
    const completions = rateLimits.completionsPerMinute === undefined ? 0 : 1;
    const added = { requests: 1, completions, tokens: inputTokens + outputTokens };
    this.#rates.push({ tokenId, rateNow: at, ...added });
    const { seconds = [], open = 0 } = this.#tokens.get(tokenId) ?? {};
    this.#tokens.set(tokenId, {
      now: at,
      open: open + 1,
      seconds: [...seconds, { lastAt: at, ...added }],
    });
  }

  #row({ budgetId, period }: BudgetClaim): StoredBudget {
    const row = { ...unused, budget_id: toStoredText(budgetId), period };
    return this.#budgets.get(keyOf(row)) ?? row;
  }

  #change(claim: BudgetClaim, change: Partial<StoredBudget>): void {
    const row = { ...this.#row(claim), ...change };
    const key = keyOf(row);
    this.#budgets.set(key, row);
    this.#changed.add(key);
  }
}

async function ask<Answer>(client: PoolClient, name: string, argument: unknown): Promise<Answer> {
  const { rows } = await client.query<{ readonly answer: Answer }>({
    name,
    text: `SELECT ${name}($1) AS answer`,
    values: [JSON.stringify(argument)],
  });
  const [row] = rows;
  if (!row) {
    throw new Error(`${name} answered nothing.`);
  }
  return row.answer;
}

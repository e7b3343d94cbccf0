import { rateStates, rateUse } from "../decideReservation.ts";
import { abortedSettlement } from "../settlement.ts";
import { createUsageReports } from "../sql/sqlUsage.ts";
import {
  type BudgetState,
  type Ledger,
  type RateState,
  type RateStates,
  type Reservation,
  type ReserveResult,
  type Settlement,
} from "../store.ts";
import { toStoredText } from "../storedText.ts";
import { Batcher } from "./batcher.ts";
import type { Company } from "./company.ts";
import { reserveExactly, type TokenUse } from "./exactReservations.ts";
import {
  openOf,
  settleJson,
  statesAfterEach,
  type SettleAnswer,
  type SettleOp,
} from "./ledgerJson.ts";
import type { PendingEvents } from "./pendingEvents.ts";
import type { PostgresDatabase } from "./postgresDatabase.ts";
import { isAboutData, toStoreError } from "./postgresErrors.ts";
import {
  batchJson,
  fitBatch,
  toBatchResults,
  type BatchAnswer,
  type BatchTerms,
} from "./reservationBatch.ts";

const reapPage = 100;

const roomToSpare = 0.6;

export interface PostgresLedgerOptions {
  readonly pending: PendingEvents;
  readonly company: Company;
  readonly rateClock: "database" | "caller";
}

export function createPostgresLedger(
  database: PostgresDatabase,
  options: PostgresLedgerOptions,
): Ledger {
  const ledger = new PostgresLedger(database, options);
  return {
    ...createUsageReports(database),
    reserve: (reservation) => ledger.reserve(reservation),
    settle: (settlement) => ledger.settle(settlement),
    renew: (id, outputTokens, leaseUntil) => ledger.renew(id, outputTokens, leaseUntil),
    leavePlace: (id) => ledger.leavePlace(id),
    reap: (now) => ledger.reap(now),
    rateStates: (tokenId, limits, now) => ledger.rateStates(tokenId, limits, now),
  };
}

class PostgresLedger {
  readonly #database: PostgresDatabase;
  readonly #pending: PendingEvents;
  readonly #company: Company;
  readonly #usesCallerClock: boolean;
  readonly #crowded = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #reserves: Batcher<Reservation, ReserveResult>;
  readonly #settles: Batcher<SettleOp, readonly BudgetState[] | undefined>;
  /** Open requests, so that a settlement needs no read. */
  readonly #open = new Map<string, SettleOp["open"]>();

  constructor(database: PostgresDatabase, { pending, company, rateClock }: PostgresLedgerOptions) {
    this.#database = database;
    this.#pending = pending;
    this.#company = company;
    this.#usesCallerClock = rateClock === "caller";
    const isOnesFault = isAboutData;
    const lanes = 1;
    this.#reserves = new Batcher({ run: (all) => this.#reserveAll(all), isOnesFault, lanes });
    this.#settles = new Batcher({ run: (all) => this.#settleAll(all), isOnesFault, lanes });
  }

  async reserve(reservation: Reservation): Promise<ReserveResult> {
    const result = await this.#reserves.add(reservation).catch(failAsStoreError);
    this.#noteRates(reservation.subject.tokenId, result.rates);
    if (result.kind === "granted") {
      this.#open.set(reservation.id, {
        ...reservation,
        startedAt: reservation.now,
        toldTokens: 0,
      });
    }
    return result;
  }

  async settle(settlement: Settlement): Promise<readonly BudgetState[] | undefined> {
    const open = this.#open.get(settlement.id) ?? (await this.#readOpen(settlement.id));
    const states =
      open && (await this.#settleOpen({ settlement, open: withJoined(open, settlement) }));
    this.#open.delete(settlement.id);
    return states;
  }

  async renew(id: string, outputTokens: number, leaseUntil: number): Promise<void> {
    await this.#database.rows(
      `UPDATE reservation SET told_tokens = greatest(told_tokens, ?), lease_until = ? WHERE id = ?`,
      [outputTokens, leaseUntil, toStoredText(id)],
    );
  }

  async leavePlace(id: string): Promise<void> {
    await this.#database.rows("UPDATE reservation SET has_place = false WHERE id = ?", [
      toStoredText(id),
    ]);
  }

  async reap(now: number): Promise<number> {
    this.#pending.schedule();
    let settled = 0;
    for (let isLast = false; !isLast;) {
      const expired = await this.#database.rows(
        `SELECT id, told_tokens, claims, body FROM reservation WHERE lease_until <= ?
          ORDER BY lease_until, id LIMIT ?`,
        [now, reapPage],
      );
      const states = await Promise.all(
        expired.map((row) => {
          const open = openOf(row);
          const settlement = abortedSettlement(open, now);
          return this.#settleOpen({ settlement, open, expiredAt: now });
        }),
      );
      settled += states.filter((state) => state !== undefined).length;
      isLast = expired.length < reapPage;
    }
    this.#crowded.clear();
    this.#shared.clear();
    await this.#company.look();
    await (this.#usesCallerClock
      ? this.#database.rows("SELECT hub_forget_rates(?)", [now])
      : this.#database.rows("SELECT hub_forget_rates(hub_now())", []));
    await this.#database.rows(
      "DELETE FROM budget_use WHERE keep_until <= ? AND reserved = 0 RETURNING 1 AS removed",
      [now],
    );
    return settled;
  }

  async rateStates(
    tokenId: string,
    limits: Reservation["rateLimits"],
    now: number,
  ): Promise<RateStates> {
    const [row] = await this.#database.rows("SELECT hub_token_use(?, ?) AS use", [
      toStoredText(tokenId),
      now,
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_token_use answers
    const use = row?.["use"] as TokenUse;
    const rateNow = this.#usesCallerClock ? now : use.now;
    return rateStates(limits, rateUse(use.seconds, use.open), rateNow);
  }

  async #reserveAll(reservations: readonly Reservation[]): Promise<readonly ReserveResult[]> {
    if (fitBatch(reservations, this.#usesCallerClock)) {
      const terms: BatchTerms = {
        slot: this.#company.slot,
        isAlone: this.#company.isAlone,
        isCallerClock: this.#usesCallerClock,
        hasRoom: (tokenId) => !this.#crowded.has(tokenId),
        shared: this.#shared,
      };
      const batch = JSON.stringify(batchJson(reservations, terms));
      const answer = await this.#database.call("hub_reserve_now", batch);
      if (answer !== null) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_reserve_batch answers
        return toBatchResults(reservations, answer as BatchAnswer);
      }
    }
    return await this.#reserveExactly(reservations);
  }

  async #reserveExactly(reservations: readonly Reservation[]): Promise<readonly ReserveResult[]> {
    const isCallerClock = this.#usesCallerClock;
    const reserve = (heedsLeases: boolean): Promise<readonly ReserveResult[] | undefined> =>
      this.#database.transactDurably((client) =>
        reserveExactly(client, reservations, { isCallerClock, heedsLeases }),
      );
    let results = await reserve(true);
    if (!results) {
      await this.reap(Math.max(...reservations.map(({ now }) => now)));
      results = await reserve(false);
    }
    return results ?? [];
  }

  async #settleAll(
    ops: readonly SettleOp[],
  ): Promise<readonly (readonly BudgetState[] | undefined)[]> {
    const batch = JSON.stringify(ops.map((op) => settleJson(op, this.#company)));
    const answer = await this.#database
      .call("hub_settle_now", batch)
      .finally(() => this.#pending.schedule());
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what hub_settle answers
    return statesAfterEach(ops, answer as SettleAnswer);
  }

  #noteRates(tokenId: string, rates: RateStates): void {
    const isCrowded = Object.values<RateState>({ ...rates }).some(
      ({ remaining, limit }) => remaining < limit * roomToSpare,
    );
    if (isCrowded) {
      this.#crowded.add(toStoredText(tokenId));
    } else {
      this.#crowded.delete(toStoredText(tokenId));
    }
  }

  #settleOpen(op: SettleOp): Promise<readonly BudgetState[] | undefined> {
    return this.#settles.add(op).catch(failAsStoreError);
  }

  async #readOpen(id: string): Promise<SettleOp["open"] | undefined> {
    const [row] = await this.#database.rows(
      "SELECT id, told_tokens, claims, body FROM reservation WHERE id = ?",
      [toStoredText(id)],
    );
    return row && openOf(row);
  }
}

function withJoined(open: SettleOp["open"], { joined = [] }: Settlement): SettleOp["open"] {
  return { ...open, budgets: [...open.budgets, ...joined] };
}

function failAsStoreError(error: unknown): never {
  throw toStoreError(error);
}

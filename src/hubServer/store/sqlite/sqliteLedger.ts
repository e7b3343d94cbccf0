import { isLimited, rateStates, rateUse, reserveIn } from "../decideReservation.ts";
import { abortedSettlement, settlementEvents, usageRecordOf } from "../settlement.ts";
import { createUsageReports, usageColumns, usageValues } from "../sql/sqlUsage.ts";
import type { BudgetState, Ledger, Reservation, ReserveResult, Settlement } from "../store.ts";
import { claimAmount, usedAmount } from "../tokenBudget.ts";
import { BudgetMemory } from "./budgetMemory.ts";
import { OpenRequests, storedOpenCount, type TakenClaim } from "./openRequests.ts";
import { RateMemory, readSeconds } from "./rateMemory.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";

/** Rows of the ledger's tables, which no other code writes. */
interface Rows {
  readonly database: SqliteDatabase;
  readonly budgets: BudgetMemory;
  readonly rates: RateMemory;
  readonly open: OpenRequests;
}

export function createSqliteLedger(database: SqliteDatabase): Ledger {
  const rows: Rows = {
    database,
    budgets: new BudgetMemory(database),
    rates: new RateMemory(database),
    open: new OpenRequests(database),
  };
  for (const kept of [rows.budgets, rows.rates, rows.open]) {
    database.keep(kept);
  }
  return {
    ...createUsageReports(database),
    reserve: (reservation) =>
      database.transact(
        () => reserve(rows, reservation),
        () => takeBack(rows, reservation.id),
      ),
    settle: (settlement) => database.transact(() => settle(rows, settlement)),
    renew: (id, outputTokens, leaseUntil) =>
      database.transact(() => rows.open.renew(id, outputTokens, leaseUntil)),
    leavePlace: (id) => database.transact(() => rows.open.leavePlace(id)),
    reap: (now) => database.transact(() => reap(rows, now)),
    rateStates: (tokenId, limits, now) =>
      database.attempt(() => {
        const open = storedOpenCount(database, tokenId, now);
        const seconds = [...readSeconds(database, tokenId).values()];
        return rateStates(limits, rateUse(seconds, open), now);
      }),
  };
}

function reserve(rows: Rows, reservation: Reservation): ReserveResult {
  const { budgets, rates, open } = rows;
  reap(rows, reservation.now);
  return reserveIn(
    {
      rateUse: (tokenId) => rateUse(rates.seconds(tokenId), open.count(tokenId)),
      budget: (claim) => budgets.state(claim),
      holdRun: (claim) => budgets.holdRun(claim),
      forgetRun: (claim) => budgets.forgetRun(claim),
      take: (_, outputTokens) => take(rows, reservation, outputTokens),
    },
    reservation,
    reservation.now,
  );
}

function take(rows: Rows, reservation: Reservation, outputTokens: number): void {
  const { id, subject, day, now, inputTokens, inputCost, perMillionOutput } = reservation;
  const claims = reservation.budgets.map((claim) => ({
    budgetId: claim.budgetId,
    period: claim.period,
    unit: claim.unit,
    ...(claim.perToken !== undefined && { perToken: claim.perToken }),
    amount: claimAmount(claim, outputTokens),
  }));
  for (const { amount, ...claim } of claims) {
    rows.budgets.add(claim, { spent: 0, reserved: amount });
  }
  const tokens = inputTokens + outputTokens;
  const request = {
    id,
    subject,
    day,
    startedAt: now,
    inputTokens,
    inputCost,
    perMillionOutput,
    claims,
    toldTokens: 0,
    hasPlace: true,
    rateBucket: isLimited(reservation) ? rows.rates.add(reservation, tokens) : undefined,
    rateTokens: tokens,
  };
  rows.open.insert(request, reservation.leaseUntil);
}

const usageInsert = `INSERT INTO usage_record (${usageColumns})
  VALUES (${usageColumns.replaceAll(/\w+/gu, "?")})`;

function settle(rows: Rows, settlement: Settlement): readonly BudgetState[] | undefined {
  const { database, budgets, rates, open } = rows;
  const request = open.find(settlement.id);
  if (!request) {
    return undefined;
  }
  const { subject, rateBucket, rateTokens } = request;
  const joined = settlement.joined?.map((budget) => ({ ...budget, amount: 0 })) ?? [];
  const claims: readonly TakenClaim[] = [...request.claims, ...joined];
  open.remove(request);
  for (const claim of claims) {
    budgets.add(claim, { spent: usedAmount(claim, settlement), reserved: -claim.amount });
  }
  if (rateBucket !== undefined) {
    const used = settlement.inputTokens + settlement.outputTokens;
    rates.correct(subject.tokenId, rateBucket, used - rateTokens);
  }
  database.change(usageInsert, ...usageValues(usageRecordOf(request, settlement)));
  for (const event of settlementEvents(request, claims, settlement)) {
    database.appendNow(event);
  }
  return claims.map((claim) => budgets.state(claim));
}

/** Undoes a reservation whose sync failed. */
function takeBack({ budgets, rates, open }: Rows, id: string): void {
  const request = open.find(id);
  if (!request) {
    return;
  }
  open.remove(request);
  for (const { amount, ...claim } of request.claims) {
    budgets.add(claim, { spent: 0, reserved: -amount });
  }
  if (request.rateBucket !== undefined) {
    rates.correct(request.subject.tokenId, request.rateBucket, -request.rateTokens);
  }
}

function reap(rows: Rows, now: number): number {
  const expired = rows.open.expired(now);
  for (const id of expired) {
    const request = rows.open.find(id);
    if (request) {
      settle(rows, abortedSettlement(request, now));
    }
  }
  rows.budgets.removeEnded(now);
  return expired.length;
}

import { decideReservation, rateStates, type RateUse } from "../decideReservation.ts";
import type { Amount } from "../records.ts";
import {
  abortedSettlement,
  settlementEvents,
  usageRecordOf,
  type OpenReservation,
} from "../settlement.ts";
import { bucketMs, windowMs, type RateBucket } from "../slidingWindow.ts";
import { jsonIn, numberIn, textIn, type SqlRow } from "../sql.ts";
import {
  budgetStateIn,
  createUsageReports,
  stateColumns,
  usageColumns,
  usageValues,
} from "../sqlUsage.ts";
import type {
  BudgetClaim,
  BudgetState,
  Ledger,
  Reservation,
  ReserveResult,
  Settlement,
} from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { claimAmount, usedAmount } from "../tokenBudget.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";

/** The fields of a reservation that are not searched by, as JSON. */
interface ReservationBody extends Omit<OpenReservation, "id" | "toldTokens"> {
  readonly claims: readonly TakenClaim[];
}

interface TakenClaim extends Pick<BudgetClaim, "budgetId" | "period" | "unit" | "perToken"> {
  readonly amount: Amount;
}

export function createSqliteLedger(database: SqliteDatabase): Ledger {
  return {
    ...createUsageReports(database),
    reserve: (reservation) => database.transact(() => reserve(database, reservation)),
    settle: (settlement) => database.transact(() => settle(database, settlement)),
    renew: (id, outputTokens, leaseUntil) =>
      database.transact(() => {
        database.change(
          `UPDATE reservation SET told_tokens = max(told_tokens, ?), lease_until = ? WHERE id = ?`,
          outputTokens,
          leaseUntil,
          toStoredText(id),
        );
      }),
    reap: (now) => database.transact(() => reap(database, now)),
    rateStates: (tokenId, limits, now) =>
      database.attempt(() => rateStates(limits, readRates(database, tokenId, now), now)),
  };
}

function reserve(database: SqliteDatabase, reservation: Reservation): ReserveResult {
  const { now, subject, budgets, rateLimits } = reservation;
  reap(database, now);
  const isLimited = Object.values(rateLimits).some((limit) => limit !== undefined);
  const use = isLimited
    ? readRates(database, subject.tokenId, now)
    : { requests: [], completions: [], tokens: [], open: 0 };
  const fresh = budgets.filter((claim) => holdRun(database, claim));
  const states = budgets.map((claim) => readBudget(database, claim));
  const result = decideReservation(reservation, use, states);
  if (result.kind === "granted") {
    const claims = budgets.map((claim) => ({
      budgetId: claim.budgetId,
      period: claim.period,
      unit: claim.unit,
      ...(claim.perToken !== undefined && { perToken: claim.perToken }),
      amount: claimAmount(claim, result.outputTokens),
    }));
    for (const { amount, ...claim } of claims) {
      addToBudget(database, claim, { spent: 0, reserved: amount });
    }
    const tokens = reservation.inputTokens + result.outputTokens;
    const bucket = isLimited ? addToBucket(database, reservation, tokens) : null;
    insertReservation(database, reservation, { claims, tokens, bucket });
  } else {
    forgetRuns(database, fresh);
  }
  return result;
}

function insertReservation(
  database: SqliteDatabase,
  reservation: Reservation,
  taken: {
    readonly claims: readonly TakenClaim[];
    readonly tokens: number;
    readonly bucket: number | null;
  },
): void {
  const { id, subject, day, now, inputTokens, inputCost, perMillionOutput } = reservation;
  const body: ReservationBody = {
    subject,
    day,
    startedAt: now,
    inputTokens,
    inputCost,
    perMillionOutput,
    claims: taken.claims,
  };
  database.change(
    `INSERT INTO reservation
      (id, token_id, lease_until, told_tokens, rate_bucket, rate_tokens, body)
      VALUES (?, ?, ?, 0, ?, ?, ?)`,
    toStoredText(id),
    toStoredText(subject.tokenId),
    reservation.leaseUntil,
    taken.bucket,
    taken.tokens,
    JSON.stringify(body),
  );
}

function settle(
  database: SqliteDatabase,
  settlement: Settlement,
): readonly BudgetState[] | undefined {
  const [row] = database.select(
    `SELECT token_id, told_tokens, rate_bucket, rate_tokens, body FROM reservation WHERE id = ?`,
    toStoredText(settlement.id),
  );
  if (!row) {
    return undefined;
  }
  const { claims, ...body } = jsonIn<ReservationBody>(row, "body");
  const open = { ...body, id: settlement.id, toldTokens: numberIn(row, "told_tokens") };
  database.change("DELETE FROM reservation WHERE id = ?", toStoredText(settlement.id));
  for (const claim of claims) {
    const spent = usedAmount(claim, settlement);
    addToBudget(database, claim, { spent, reserved: -claim.amount });
  }
  correctBucket(database, row, settlement.inputTokens + settlement.outputTokens);
  const marks = usageColumns.replaceAll(/\w+/gu, "?");
  database.change(
    `INSERT INTO usage_record (${usageColumns}) VALUES (${marks})`,
    ...usageValues(usageRecordOf(open, settlement)),
  );
  for (const event of settlementEvents(open, claims, settlement)) {
    database.appendNow(event);
  }
  return claims.map((claim) => readBudget(database, claim));
}

function reap(database: SqliteDatabase, now: number): number {
  const expired = database.select(
    "SELECT id, told_tokens, body FROM reservation WHERE lease_until <= ?",
    now,
  );
  for (const row of expired) {
    const id = fromStoredText(textIn(row, "id"));
    const body = jsonIn<ReservationBody>(row, "body");
    const open = { ...body, id, toldTokens: numberIn(row, "told_tokens") };
    settle(database, abortedSettlement(open, now));
  }
  database.change("DELETE FROM budget_use WHERE keep_until <= ? AND reserved = 0", now);
  return expired.length;
}

function readBudget(
  database: SqliteDatabase,
  { budgetId, period }: Pick<BudgetClaim, "budgetId" | "period">,
): BudgetState {
  const [row] = database.select(
    `SELECT ${stateColumns} FROM budget_use WHERE budget_id = ? AND period = ?`,
    toStoredText(budgetId),
    period,
  );
  return budgetStateIn(row, budgetId);
}

/**
 * Stores a run's limit at its first claim, and replaces it where the claim names the stored one. True if it was the
 * first.
 */
function holdRun(database: SqliteDatabase, { budgetId, period, limit, run }: BudgetClaim): boolean {
  if (!run) {
    return false;
  }
  const id = toStoredText(budgetId);
  const known = database.select(
    "SELECT 1 AS known FROM budget_use WHERE budget_id = ? AND period = ?",
    id,
    period,
  );
  database.change(
    `INSERT INTO budget_use (budget_id, period, spent, reserved, held_limit, keep_until)
      VALUES (?, ?, 0, 0, ?, ?)
      ON CONFLICT (budget_id, period) DO UPDATE SET
        held_limit = CASE WHEN held_limit = ? THEN excluded.held_limit ELSE held_limit END,
        keep_until = max(keep_until, excluded.keep_until)`,
    id,
    period,
    limit,
    run.keepUntil,
    run.was ?? null,
  );
  return known.length === 0;
}

/** A run whose first request is refused leaves nothing: each request may name another run. */
function forgetRuns(database: SqliteDatabase, fresh: readonly BudgetClaim[]): void {
  for (const { budgetId, period } of fresh) {
    database.change(
      "DELETE FROM budget_use WHERE budget_id = ? AND period = ?",
      toStoredText(budgetId),
      period,
    );
  }
}

function addToBudget(
  database: SqliteDatabase,
  { budgetId, period }: Pick<BudgetClaim, "budgetId" | "period">,
  { spent, reserved }: { readonly spent: Amount; readonly reserved: Amount },
): void {
  database.change(
    `INSERT INTO budget_use (budget_id, period, spent, reserved) VALUES (?, ?, ?, ?)
      ON CONFLICT (budget_id, period) DO UPDATE
      SET spent = spent + excluded.spent, reserved = reserved + excluded.reserved`,
    toStoredText(budgetId),
    period,
    spent,
    reserved,
  );
}

function readRates(database: SqliteDatabase, tokenId: string, now: number): RateUse {
  const rows = database.select(
    "SELECT last_at, requests, completions, tokens FROM rate_bucket WHERE token_id = ? AND last_at > ?",
    toStoredText(tokenId),
    now - windowMs,
  );
  const [open] = database.select(
    "SELECT count(*) AS open FROM reservation WHERE token_id = ? AND lease_until > ?",
    toStoredText(tokenId),
    now,
  );
  const buckets = (column: string): readonly RateBucket[] =>
    rows.map((row) => ({ lastAt: numberIn(row, "last_at"), amount: numberIn(row, column) }));
  return {
    requests: buckets("requests"),
    completions: buckets("completions"),
    tokens: buckets("tokens"),
    open: open ? numberIn(open, "open") : 0,
  };
}

function addToBucket(
  database: SqliteDatabase,
  { subject, now, rateLimits }: Reservation,
  tokens: number,
): number {
  const bucket = Math.floor(now / bucketMs);
  const stored = toStoredText(subject.tokenId);
  database.change(
    `INSERT INTO rate_bucket (token_id, bucket, last_at, requests, completions, tokens)
      VALUES (?, ?, ?, 1, ?, ?)
      ON CONFLICT (token_id, bucket) DO UPDATE
      SET last_at = max(last_at, excluded.last_at), requests = requests + 1,
        completions = completions + excluded.completions, tokens = tokens + excluded.tokens`,
    stored,
    bucket,
    now,
    rateLimits.completionsPerMinute === undefined ? 0 : 1,
    tokens,
  );
  database.change(
    `DELETE FROM rate_bucket WHERE token_id = ? AND (last_at <= ? OR last_at > ?)`,
    stored,
    now - windowMs,
    now + windowMs,
  );
  return bucket;
}

/**
 * Replaces the tokens reserved in that bucket with the tokens used; no effect once it has left the
 * window.
 */
function correctBucket(database: SqliteDatabase, row: SqlRow, used: number): void {
  if (row["rate_bucket"] !== null) {
    database.change(
      "UPDATE rate_bucket SET tokens = max(0, tokens + ?) WHERE token_id = ? AND bucket = ?",
      used - numberIn(row, "rate_tokens"),
      textIn(row, "token_id"),
      numberIn(row, "rate_bucket"),
    );
  }
}

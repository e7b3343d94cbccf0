import type { Amount } from "../records.ts";
import type { OpenReservation } from "../settlement.ts";
import { jsonIn, numberIn, optionalNumberIn, textIn, type SqlRow } from "../sql/sql.ts";
import type { BudgetClaim } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import type { KeptRows } from "./batches.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";

export interface TakenClaim extends Pick<BudgetClaim, "budgetId" | "period" | "unit" | "perToken"> {
  readonly amount: Amount;
}

interface ReservationBody extends Omit<OpenReservation, "id" | "toldTokens"> {
  readonly claims: readonly TakenClaim[];
}

export interface OpenRequest extends ReservationBody, Pick<OpenReservation, "id" | "toldTokens"> {
  /** False if it is no longer one of its token's parallel requests. */
  readonly hasPlace: boolean;
  readonly rateBucket: number | undefined;
  readonly rateTokens: number;
}

const maxTokens = 20_000;

/** All methods need a transaction. */
export class OpenRequests implements KeptRows {
  readonly #database: SqliteDatabase;
  readonly #requests = new Map<string, OpenRequest>();
  readonly #counts = new Map<string, number>();
  #firstEnd: number | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  insert(request: OpenRequest, leaseUntil: number): void {
    const { id, toldTokens, hasPlace, rateBucket, rateTokens, ...body } = request;
    const { tokenId } = request.subject;
    this.#database.change(
      `INSERT INTO reservation
        (id, token_id, lease_until, told_tokens, has_place, rate_bucket, rate_tokens, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      toStoredText(id),
      toStoredText(tokenId),
      leaseUntil,
      toldTokens,
      hasPlace ? 1 : 0,
      rateBucket ?? null,
      rateTokens,
      JSON.stringify(body satisfies ReservationBody),
    );
    this.#requests.set(id, request);
    this.#count(tokenId, 1);
    this.#expectEnd(leaseUntil);
  }

  find(id: string): OpenRequest | undefined {
    const known = this.#requests.get(id);
    if (known) {
      return known;
    }
    const [row] = this.#database.select(
      `SELECT told_tokens, has_place, rate_bucket, rate_tokens, body FROM reservation WHERE id = ?`,
      toStoredText(id),
    );
    return row && requestIn(id, row);
  }

  remove({ id, subject, hasPlace }: OpenRequest): void {
    this.#database.change("DELETE FROM reservation WHERE id = ?", toStoredText(id));
    this.#requests.delete(id);
    if (hasPlace) {
      this.#count(subject.tokenId, -1);
    }
  }

  leavePlace(id: string): void {
    const request = this.find(id);
    if (request?.hasPlace === true) {
      this.#database.change("UPDATE reservation SET has_place = 0 WHERE id = ?", toStoredText(id));
      this.#requests.set(id, { ...request, hasPlace: false });
      this.#count(request.subject.tokenId, -1);
    }
  }

  renew(id: string, outputTokens: number, leaseUntil: number): void {
    this.#database.change(
      `UPDATE reservation SET told_tokens = max(told_tokens, ?), lease_until = ? WHERE id = ?`,
      outputTokens,
      leaseUntil,
      toStoredText(id),
    );
    const known = this.#requests.get(id);
    if (known) {
      const toldTokens = Math.max(known.toldTokens, outputTokens);
      this.#requests.set(id, { ...known, toldTokens });
    }
    this.#expectEnd(leaseUntil);
  }

  expired(now: number): readonly string[] {
    this.#firstEnd ??= this.#storedFirstEnd();
    if (this.#firstEnd > now) {
      return [];
    }
    this.#firstEnd = undefined;
    return this.#database
      .select("SELECT id FROM reservation WHERE lease_until <= ?", now)
      .map((row) => fromStoredText(textIn(row, "id")));
  }

  count(tokenId: string): number {
    const known = this.#counts.get(tokenId);
    if (known !== undefined) {
      return known;
    }
    const [row] = this.#database.select(
      "SELECT count(*) AS open FROM reservation WHERE token_id = ? AND has_place = 1",
      toStoredText(tokenId),
    );
    const count = row ? numberIn(row, "open") : 0;
    this.#counts.set(tokenId, count);
    return count;
  }

  write(): void {
    if (this.#counts.size > maxTokens) {
      this.#counts.clear();
    }
  }

  forget(): void {
    this.#requests.clear();
    this.#counts.clear();
    this.#firstEnd = undefined;
  }

  isQuiet(): boolean {
    return this.#requests.size <= 1;
  }

  #expectEnd(leaseUntil: number): void {
    if (this.#firstEnd !== undefined) {
      this.#firstEnd = Math.min(this.#firstEnd, leaseUntil);
    }
  }

  #count(tokenId: string, change: number): void {
    const known = this.#counts.get(tokenId);
    if (known !== undefined) {
      this.#counts.set(tokenId, known + change);
    }
  }

  #storedFirstEnd(): number {
    const [row] = this.#database.select("SELECT min(lease_until) AS first FROM reservation");
    return (row && optionalNumberIn(row, "first")) ?? Infinity;
  }
}

export function storedOpenCount(database: SqliteDatabase, tokenId: string, now: number): number {
  const [row] = database.select(
    "SELECT count(*) AS open FROM reservation WHERE token_id = ? AND has_place = 1 AND lease_until > ?",
    toStoredText(tokenId),
    now,
  );
  return row ? numberIn(row, "open") : 0;
}

function requestIn(id: string, row: SqlRow): OpenRequest {
  return {
    ...jsonIn<ReservationBody>(row, "body"),
    id,
    toldTokens: numberIn(row, "told_tokens"),
    hasPlace: numberIn(row, "has_place") === 1,
    rateBucket: optionalNumberIn(row, "rate_bucket"),
    rateTokens: numberIn(row, "rate_tokens"),
  };
}

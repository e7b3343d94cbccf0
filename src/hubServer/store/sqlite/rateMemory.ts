import type { RateSecond } from "../decideReservation.ts";
import { bucketMs, windowMs } from "../slidingWindow.ts";
import { numberIn } from "../sql/sql.ts";
import type { Reservation } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import type { KeptRows } from "./batches.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";

type Seconds = Map<number, RateSecond>;

const maxTokens = 5_000;

/** All methods need a transaction. */
export class RateMemory implements KeptRows {
  readonly #database: SqliteDatabase;
  readonly #tokens = new Map<string, Seconds>();
  readonly #changed = new Map<string, Set<number>>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  seconds(tokenId: string): readonly RateSecond[] {
    return [...this.#seconds(tokenId).values()];
  }

  add({ subject, now, rateLimits }: Reservation, tokens: number): number {
    const seconds = this.#seconds(subject.tokenId);
    const number = Math.floor(now / bucketMs);
    const before = seconds.get(number) ?? { lastAt: now, requests: 0, completions: 0, tokens: 0 };
    const isCompletion = rateLimits.completionsPerMinute !== undefined;
    seconds.set(number, {
      lastAt: Math.max(now, before.lastAt),
      requests: before.requests + 1,
      completions: before.completions + (isCompletion ? 1 : 0),
      tokens: before.tokens + tokens,
    });
    this.#change(subject.tokenId, number);
    for (const [other, { lastAt }] of seconds) {
      if (lastAt <= now - windowMs || lastAt > now + windowMs) {
        seconds.delete(other);
        this.#change(subject.tokenId, other);
      }
    }
    return number;
  }

  /** No effect once the second has left the window. */
  correct(tokenId: string, number: number, difference: number): void {
    const seconds = this.#seconds(tokenId);
    const second = seconds.get(number);
    if (second) {
      seconds.set(number, { ...second, tokens: Math.max(0, second.tokens + difference) });
      this.#change(tokenId, number);
    }
  }

  write(): void {
    for (const [tokenId, numbers] of this.#changed) {
      for (const number of numbers) {
        this.#writeSecond(tokenId, number);
      }
    }
    this.#changed.clear();
    if (this.#tokens.size > maxTokens) {
      this.#tokens.clear();
    }
  }

  forget(): void {
    this.#tokens.clear();
    this.#changed.clear();
  }

  #seconds(tokenId: string): Seconds {
    let seconds = this.#tokens.get(tokenId);
    if (!seconds) {
      seconds = readSeconds(this.#database, tokenId);
      this.#tokens.set(tokenId, seconds);
    }
    return seconds;
  }

  #change(tokenId: string, number: number): void {
    const numbers = this.#changed.get(tokenId);
    if (numbers) {
      numbers.add(number);
    } else {
      this.#changed.set(tokenId, new Set([number]));
    }
  }

  #writeSecond(tokenId: string, number: number): void {
    const second = this.#tokens.get(tokenId)?.get(number);
    const key = [toStoredText(tokenId), number];
    if (!second) {
      this.#database.change("DELETE FROM rate_bucket WHERE token_id = ? AND bucket = ?", ...key);
      return;
    }
    this.#database.change(
      `INSERT INTO rate_bucket (token_id, bucket, last_at, requests, completions, tokens)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (token_id, bucket) DO UPDATE SET last_at = excluded.last_at,
          requests = excluded.requests, completions = excluded.completions,
          tokens = excluded.tokens`,
      ...key,
      second.lastAt,
      second.requests,
      second.completions,
      second.tokens,
    );
  }
}

export function readSeconds(database: SqliteDatabase, tokenId: string): Seconds {
  const rows = database.select(
    `SELECT bucket, last_at, requests, completions, tokens FROM rate_bucket WHERE token_id = ?`,
    toStoredText(tokenId),
  );
  return new Map(
    rows.map((row) => [
      numberIn(row, "bucket"),
      {
        lastAt: numberIn(row, "last_at"),
        requests: numberIn(row, "requests"),
        completions: numberIn(row, "completions"),
        tokens: numberIn(row, "tokens"),
      },
    ]),
  );
}

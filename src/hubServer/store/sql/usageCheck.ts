import { setImmediate } from "node:timers/promises";

import type { AuditEvent, UsageRecord } from "../records.ts";
import { jsonIn, numberIn, type Sql, type SqlRow, type SqlValue } from "./sql.ts";
import { usageColumns, usageValues } from "./sqlUsage.ts";

const pageSize = 500;

interface Entry {
  readonly time: number;
  readonly values: readonly SqlValue[];
  readonly name: string;
}

const columns = usageColumns.split(", ");
/** Columns that events of older hubs lack, by their names in newer events. */
const newer = new Map([
  ["day", "day"],
  ["cache_write_tokens", "cacheWriteTokens"],
  ["started_at", "startedAt"],
]);

/** `since`: time of the first remaining event. */
export async function findUsageProblem(sql: Sql, since: number): Promise<string | undefined> {
  const sides = { events: new Side(events(sql, since)), usage: new Side(usage(sql, since)) };
  for (;;) {
    const [eventTime, usageTime] = await Promise.all([sides.events.time(), sides.usage.time()]);
    const time = Math.min(eventTime, usageTime);
    if (time === Infinity) {
      return undefined;
    }
    const [written, kept] = await Promise.all([sides.events.take(time), sides.usage.take(time)]);
    const isEqual = written.length === kept.length && unmatched(written, kept).length === 0;
    const problem = isEqual ? undefined : await lookAgain(sql, time);
    if (problem !== undefined) {
      return problem;
    }
  }
}

/**
 * Reads one time again, usage before and after the events: a request may have ended between two reads. A forged record,
 * read before, has no event; a removed record is missing after.
 */
async function lookAgain(sql: Sql, time: number): Promise<string | undefined> {
  const before = await collect(usage(sql, time, time));
  const written = await eventsAt(sql, time);
  const after = await collect(usage(sql, time, time));
  const [lost] = unmatched(written, after);
  if (lost) {
    return `The usage of ${lost.name} is not what the audit says, or was taken away.`;
  }
  const [forged] = surplus(written, before);
  return forged && `The usage of ${forged.name} has no event in the audit.`;
}

function unmatched(written: readonly Entry[], kept: readonly Entry[]): readonly Entry[] {
  const free = new Set(kept);
  return written.filter((event) => !takeMatch(event, free));
}

function surplus(written: readonly Entry[], kept: readonly Entry[]): readonly Entry[] {
  const free = new Set(kept);
  for (const event of written) {
    takeMatch(event, free);
  }
  return [...free];
}

function takeMatch({ values }: Entry, free: Set<Entry>): boolean {
  for (const record of free) {
    if (columns.every((name, at) => isSame(name, values[at], record.values[at]))) {
      return free.delete(record);
    }
  }
  return false;
}

function isSame(name: string, written: SqlValue | undefined, kept: SqlValue | undefined): boolean {
  // An older hub that settles a newer hub's reservation writes no run id.
  const isOfOlderHub = name === "run_id" && kept === null;
  return isOfOlderHub || (newer.has(name) && written === null) || written === kept;
}

class Side {
  readonly #entries: AsyncGenerator<Entry>;
  #next: Entry | undefined;

  constructor(entries: AsyncGenerator<Entry>) {
    this.#entries = entries;
  }

  async time(): Promise<number> {
    this.#next ??= await this.#read();
    return this.#next?.time ?? Infinity;
  }

  async take(time: number): Promise<readonly Entry[]> {
    const taken: Entry[] = [];
    while ((await this.time()) === time && this.#next) {
      taken.push(this.#next);
      this.#next = undefined;
    }
    return taken;
  }

  async #read(): Promise<Entry | undefined> {
    const next: IteratorResult<Entry, unknown> = await this.#entries.next();
    return next.done === true ? undefined : next.value;
  }
}

/** One statement: an event that is chained meanwhile must appear once. */
async function eventsAt(sql: Sql, time: number): Promise<readonly Entry[]> {
  const [chained, unchained] = ["audit_event", `${sql.unchained} AS unchained`].map(
    (from) => `SELECT seq, body FROM ${from} WHERE kind = 'usage' AND time = ?`,
  );
  const rows = await sql.rows(`${chained} UNION ALL ${unchained}`, [time, time]);
  return rows.map(eventEntry);
}

function events(sql: Sql, from: number): AsyncGenerator<Entry> {
  return pages(from, Infinity, {
    key: "seq",
    time: "time",
    read: (where, values) =>
      sql.rows(
        `SELECT seq, time, body FROM audit_event WHERE kind = 'usage' AND ${where}
          ORDER BY time, seq LIMIT ${pageSize}`,
        values,
      ),
    entryOf: eventEntry,
  });
}

function usage(sql: Sql, from: number, to = Infinity): AsyncGenerator<Entry> {
  return pages(from, to, {
    key: "id",
    time: "ended_at",
    read: (where, values) =>
      sql.rows(
        `SELECT id, ${usageColumns} FROM usage_record WHERE ${where}
          ORDER BY ended_at, id LIMIT ${pageSize}`,
        values,
      ),
    entryOf: usageEntry,
  });
}

interface Source {
  readonly time: string;
  readonly key: string;
  readonly read: (where: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  readonly entryOf: (row: SqlRow) => Entry;
}

async function* pages(from: number, to: number, source: Source): AsyncGenerator<Entry> {
  const { time, key, read, entryOf } = source;
  const where = `${time} >= ? AND ${time} <= ? AND (${time} > ? OR ${key} > ?)`;
  const end = Math.min(to, Number.MAX_SAFE_INTEGER);
  let [lastTime, lastKey] = [Math.max(from, Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER];
  for (let isLast = false; !isLast;) {
    const rows = await read(where, [lastTime, end, lastTime, lastKey]);
    for (const row of rows) {
      [lastTime, lastKey] = [numberIn(row, time), numberIn(row, key)];
      yield entryOf(row);
    }
    isLast = rows.length < pageSize;
    // Yield to other work between two pages.
    await setImmediate();
  }
}

function eventEntry(row: SqlRow): Entry {
  const event = jsonIn<AuditEvent>(row, "body");
  const seq = numberIn(row, "seq");
  const { detail = {}, time } = event;
  // The value is only compared, so any type is allowed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const record = {
    requestId: "",
    tokenId: "",
    profileId: "",
    sectorId: "",
    app: "",
    model: "",
    ...event,
    startedAt: Number(detail["startedAt"]),
    endedAt: time,
    day: String(detail["day"]),
    cacheWriteTokens: Number(detail["cacheWriteTokens"]),
    usageSource: detail["usageSource"],
    outcome: detail["outcome"],
  } as UsageRecord;
  const isAbsent = (column = ""): boolean => {
    const name = newer.get(column);
    return name !== undefined && detail[name] === undefined;
  };
  return {
    time,
    values: usageValues(record).map((value, at) => (isAbsent(columns[at]) ? null : value)),
    name: seq === 0 ? "an event that is not in the chain yet" : `event ${seq}`,
  };
}

function usageEntry(row: SqlRow): Entry {
  // The value is only compared, so any type is allowed.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const values = columns.map((name) => row[name] as SqlValue);
  return {
    time: numberIn(row, "ended_at"),
    values,
    name: `the request ${String(row["request_id"]).slice(0, 100)}`,
  };
}

async function collect<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const entry of entries) {
    all.push(entry);
  }
  return all;
}

import { setImmediate } from "node:timers/promises";

import {
  chainStart,
  ChainVerifier,
  checkpointOf,
  toAuditRecord,
  type AuditRow,
  type ChainHead,
} from "./auditChain.ts";
import { numberIn, textIn, type Sql, type SqlRow, type SqlValue, type Statement } from "./sql.ts";
import type { AuditFilter, AuditLog } from "./store.ts";
import { toSearchText, toStoredText } from "./storedText.ts";

/** Rows read at once while walking the chain: bounds memory, and how long one read stands in others' way. */
const pageSize = 500;

const columns = "seq, prev_hash, hash, body, kind, time, token_id, user_id, app, model, search";

export function createAuditLog(sql: Sql, now: () => number): AuditLog {
  return {
    append: (event) => sql.append(event),
    list: async (filter, { limit, before }) => {
      const where = conditions(sql, filter);
      if (before !== undefined) {
        where.add("seq < ?", before);
      }
      const rows = await sql.rows(
        `SELECT ${columns} FROM audit_event WHERE ${where.text()} ORDER BY seq DESC LIMIT ?`,
        [...where.values, limit],
      );
      return rows.map((row) => toAuditRecord(rowOf(row)));
    },
    read: async function* (filter) {
      for await (const row of readRows(sql, filter)) {
        yield toAuditRecord(row);
      }
    },
    head: () => readHead(sql),
    verify: async (expectedHead) => {
      // Read first: what is appended meanwhile is left for the next time.
      const head = await readHead(sql);
      const verifier = new ChainVerifier(expectedHead);
      for await (const row of readRows(sql, {})) {
        if (row.seq > head.seq) {
          break;
        }
        verifier.add(row);
      }
      return verifier.finish(head);
    },
    prune: (time) => prune(sql, time, now()),
  };
}

/** The statement that adds a row whose `seq` and hashes are known. */
export function insertAuditRow(row: AuditRow): Statement {
  const { kind, time, tokenId, userId, app, model, search } = row.columns;
  const { seq, prevHash, hash, body } = row;
  return {
    sql: `INSERT INTO audit_event (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    values: [seq, prevHash, hash, body, kind, time, tokenId, userId, app, model, search],
  };
}

async function readHead(sql: Sql): Promise<ChainHead> {
  const [row] = await sql.rows("SELECT seq, hash FROM audit_head", []);
  return row ? { seq: numberIn(row, "seq"), hash: textIn(row, "hash") } : chainStart;
}

async function* readRows(sql: Sql, filter: AuditFilter): AsyncGenerator<AuditRow> {
  for (let after = 0, isLast = false; !isLast;) {
    const where = conditions(sql, filter);
    where.add("seq > ?", after);
    const rows = await sql.rows(
      `SELECT ${columns} FROM audit_event WHERE ${where.text()} ORDER BY seq LIMIT ?`,
      [...where.values, pageSize],
    );
    for (const row of rows) {
      after = numberIn(row, "seq");
      yield rowOf(row);
    }
    isLast = rows.length < pageSize;
    // SQLite answers at once: whoever else waits gets a turn between two pages.
    await setImmediate();
  }
}

/** Only a beginning of the chain can go: an event that is younger than `time` keeps all that follow it. */
async function prune(sql: Sql, time: number, now: number): Promise<number> {
  const [last] = await sql.rows(
    `SELECT seq, hash FROM audit_event
      WHERE seq < coalesce((SELECT min(seq) FROM audit_event WHERE time >= ?),
        (SELECT max(seq) + 1 FROM audit_event))
      ORDER BY seq DESC LIMIT 1`,
    [time],
  );
  const [first] = await sql.rows("SELECT min(seq) AS seq FROM audit_event", []);
  if (!last || !first) {
    return 0;
  }
  const through = { seq: numberIn(last, "seq"), hash: textIn(last, "hash") };
  const removed = through.seq - numberIn(first, "seq") + 1;
  return sql.write(
    [{ sql: "DELETE FROM audit_event WHERE seq <= ?", values: [through.seq] }],
    checkpointOf(through, removed, now),
  );
}

class Conditions {
  readonly #texts: string[] = [];
  readonly values: SqlValue[] = [];

  add(text: string, ...values: readonly SqlValue[]): void {
    this.#texts.push(text);
    this.values.push(...values);
  }

  text(): string {
    return this.#texts.length === 0 ? "1 = 1" : this.#texts.join(" AND ");
  }
}

function conditions(sql: Sql, filter: AuditFilter): Conditions {
  const where = new Conditions();
  if (filter.kinds) {
    const marks = filter.kinds.map(() => "?").join(", ");
    where.add(marks === "" ? "1 = 0" : `kind IN (${marks})`, ...filter.kinds);
  }
  if (filter.from !== undefined) {
    where.add("time >= ?", filter.from);
  }
  if (filter.to !== undefined) {
    where.add("time <= ?", filter.to);
  }
  for (const [column, value] of [
    ["token_id", filter.tokenId],
    ["user_id", filter.userId],
    ["app", filter.app],
    ["model", filter.model],
  ] as const) {
    if (value !== undefined) {
      where.add(`${column} = ?`, toStoredText(value));
    }
  }
  if (filter.text !== undefined) {
    where.add(`${sql.position}(search, ?) > 0`, toSearchText(filter.text));
  }
  return where;
}

function rowOf(row: SqlRow): AuditRow {
  const optional = (column: string): string | null =>
    row[column] === null ? null : textIn(row, column);
  return {
    seq: numberIn(row, "seq"),
    prevHash: textIn(row, "prev_hash"),
    hash: textIn(row, "hash"),
    body: textIn(row, "body"),
    columns: {
      kind: textIn(row, "kind"),
      time: numberIn(row, "time"),
      tokenId: optional("token_id"),
      userId: optional("user_id"),
      app: optional("app"),
      model: optional("model"),
      search: textIn(row, "search"),
    },
  };
}

import { setImmediate } from "node:timers/promises";

import {
  chainStart,
  ChainVerifier,
  checkpointOf,
  toAuditRecord,
  type AuditRow,
  type ChainHead,
} from "../auditChain.ts";
import type { AuditFilter, AuditLog, ChainState, RunEndEvent } from "../auditLog.ts";
import type { AuditRecord } from "../records.ts";
import { toSearchText, toStoredText } from "../storedText.ts";
import { BudgetCheck, clockErrorMs, readKeptBudgets } from "./budgetCheck.ts";
import { findGrantProblem } from "./grantCheck.ts";
import { RecordCheck, repeatStates, stateRecords } from "./recordCheck.ts";
import { wasRouted } from "./routedEvents.ts";
import { numberIn, textIn, type Sql, type SqlRow, type SqlValue, type Statement } from "./sql.ts";
import { hasNoEvent } from "./sqlUsage.ts";
import { findUsageProblem } from "./usageCheck.ts";

const pageSize = 500;

const columns =
  "seq, prev_hash, hash, body, kind, time, token_id, user_id, run_id, app, model, search";

export interface AuditLogDeps {
  readonly now: () => number;
  readonly schemaProblem: () => Promise<string | undefined>;
}

export function createAuditLog(sql: Sql, { now, schemaProblem }: AuditLogDeps): AuditLog {
  return {
    append: (event) => sql.append(event),
    appendRunEnd: (event) => appendRunEnd(sql, event),
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
    wasRouted: (conversation) => wasRouted(sql, conversation),
    read: (filter) => readEvents(sql, filter),
    head: () => readHead(sql),
    verify: async (expectedHead) => {
      const state = await verify(sql, now(), expectedHead);
      const problem = state.isIntact ? await schemaProblem() : undefined;
      return problem === undefined ? state : { ...state, isIntact: false, problem };
    },
    stateRecords: () => stateRecords(sql, now(), (kinds) => readEvents(sql, { kinds })),
    prune: (time) => prune(sql, time, now()),
  };
}

export function insertAuditRow(row: AuditRow): Statement {
  const { kind, time, tokenId, userId, runId, app, model, search } = row.columns;
  const { seq, prevHash, hash, body } = row;
  return {
    sql: `INSERT INTO audit_event (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    values: [seq, prevHash, hash, body, kind, time, tokenId, userId, runId, app, model, search],
  };
}

/** Writers take turns, so the statement sees the previous writer's event. */
async function appendRunEnd(sql: Sql, event: RunEndEvent): Promise<void> {
  const { kind, runId, userId, tokenId } = event;
  const where = conditions(sql, { runId, ...(userId === undefined ? { tokenId } : { userId }) });
  const unlessEnded = {
    sql: `UPDATE record_version SET version = version WHERE coalesce((SELECT kind FROM audit_event
      WHERE ${where.text()} ORDER BY seq DESC LIMIT 1), '') <> ?`,
    values: [...where.values, kind],
  };
  await sql.write([unlessEnded], event);
}

async function readHead(sql: Sql): Promise<ChainHead> {
  const [row] = await sql.rows("SELECT seq, hash FROM audit_head", []);
  return row ? { seq: numberIn(row, "seq"), hash: textIn(row, "hash") } : chainStart;
}

async function verify(sql: Sql, now: number, expectedHead?: ChainHead): Promise<ChainState> {
  // Read first: later events are left for the next check.
  const budgets = new BudgetCheck(await readKeptBudgets(sql), now);
  const records = await RecordCheck.read(sql);
  const head = await readHead(sql);
  const verifier = new ChainVerifier(expectedHead);
  for await (const row of readRows(sql, {})) {
    if (row.seq > head.seq) {
      break;
    }
    if (verifier.add(row)) {
      const event = toAuditRecord(row);
      budgets.add(event);
      records.add(event);
    }
  }
  const state = verifier.finish(head);
  if (!state.isIntact) {
    return state;
  }
  const problem =
    (await findBehindHead(sql)) ??
    records.problem() ??
    budgets.problem() ??
    (await findGrantProblem(sql)) ??
    (await findUsageProblem(sql, budgets.completeSince));
  return problem === undefined ? state : { ...state, isIntact: false, problem };
}

/** The event behind the head, which a concurrent hub can only move further. */
async function findBehindHead(sql: Sql): Promise<string | undefined> {
  const [last] = await sql.rows("SELECT coalesce(max(seq), 0) AS seq FROM audit_event", []);
  const heads = await sql.rows("SELECT seq FROM audit_head", []);
  const [head] = heads;
  if (!head || heads.length > 1) {
    return `The audit has ${heads.length} heads in place of one: somebody wrote to it past the hub.`;
  }
  return last && numberIn(last, "seq") > numberIn(head, "seq")
    ? `Event ${numberIn(last, "seq")} stands behind the head, number ${numberIn(head, "seq")}: ` +
        "the hub did not write it."
    : undefined;
}

async function* readEvents(sql: Sql, filter: AuditFilter): AsyncGenerator<AuditRecord> {
  for await (const row of readRows(sql, filter)) {
    yield toAuditRecord(row);
  }
}

async function* readRows(sql: Sql, filter: AuditFilter): AsyncGenerator<AuditRow> {
  for (let after = Number.MIN_SAFE_INTEGER, isLast = false; !isLast;) {
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
    // Yield to other work between two pages.
    await setImmediate();
  }
}

/** Removes old events, even if a wrong clock dated an event between them in the future. */
async function prune(sql: Sql, time: number, now: number): Promise<number> {
  const latest = now + clockErrorMs;
  const [last] = await sql.rows(
    `SELECT seq, hash FROM audit_event
      WHERE time < ? AND seq < coalesce(
        (SELECT min(seq) FROM audit_event WHERE time >= ? AND time <= ?),
        (SELECT max(seq) + 1 FROM audit_event))
      ORDER BY seq DESC LIMIT 1`,
    [time, time, latest],
  );
  const [first] = await sql.rows("SELECT min(seq) AS seq FROM audit_event", []);
  if (!last || !first) {
    return 0;
  }
  const through = { seq: numberIn(last, "seq"), hash: textIn(last, "hash") };
  const removed = through.seq - numberIn(first, "seq") + 1;
  const events = (kinds: AuditFilter["kinds"] = []) => readEvents(sql, { kinds });
  await repeatStates(sql, { seq: through.seq, now, events });
  return sql.write(
    [
      { sql: "DELETE FROM audit_event WHERE seq <= ?", values: [through.seq] },
      {
        sql: `DELETE FROM usage_record WHERE ended_at > ? AND ${hasNoEvent(sql)}`,
        values: [latest],
      },
    ],
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
    ["run_id", filter.runId],
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
      runId: optional("run_id"),
      app: optional("app"),
      model: optional("model"),
      search: textIn(row, "search"),
    },
  };
}

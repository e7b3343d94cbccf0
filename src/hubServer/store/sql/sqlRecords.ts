import { readRecord } from "../readRecord.ts";
import { recordFacts } from "../recordFacts.ts";
import type { RecordKind, RecordTypes, SessionRecord } from "../records.ts";
import { withState } from "../recordStates.ts";
import type { RecordStore, SessionStore } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { openingStatements } from "./budgetOpening.ts";
import type { RowSeal } from "./rowSeal.ts";
import { jsonIn, numberIn, textIn, type Sql, type SqlRow, type Statement } from "./sql.ts";

/**
 * Stores records. `record_key` has their unique values, `record_reference` the records that must exist as long as
 * this one.
 */
export function createRecordStore(sql: Sql, seal: RowSeal): RecordStore {
  return {
    list: async <K extends RecordKind>(kind: K) => {
      const rows = await sql.rows(
        "SELECT id, body, last_used_at, seal FROM record WHERE kind = ? ORDER BY name, created_at, id",
        [kind],
      );
      return rows.map((row) => readRecord(kind, recordIn(row, kind, seal)));
    },
    get: async <K extends RecordKind>(kind: K, id: string) => {
      const rows = await sql.rows(
        "SELECT id, body, last_used_at, seal FROM record WHERE kind = ? AND id = ?",
        [kind, toStoredText(id)],
      );
      return rows[0] && readRecord(kind, recordIn(rows[0], kind, seal));
    },
    put: async (kind, record, event) => {
      const statements = [...putStatements(kind, record, seal), ...openingStatements(event)];
      const { id } = record;
      await sql.write(statements, event && withState(event, kind, { id, record }));
    },
    add: async (kind, record) => {
      const [, ...others] = putStatements(kind, record, seal);
      return (
        (await sql.write([
          insertRecord(kind, record, { seal, onConflict: "NOTHING" }),
          ...others,
        ])) > 0
      );
    },
    remove: async (kind, id, event) =>
      (await sql.write(removeStatements(kind, id), event && withState(event, kind, { id }))) > 0,
    findToken: async (hash) => {
      const rows = await sql.rows(
        `SELECT id, body, last_used_at, seal FROM record_key JOIN record USING (kind, id)
          WHERE record_key.name = 'token.hash' AND record_key.value = ?`,
        [toStoredText(hash)],
      );
      return rows[0] && readRecord("token", recordIn(rows[0], "token", seal));
    },
    touchToken: async (id, lastUsedAt) => {
      await sql.write([
        {
          sql: "UPDATE record SET last_used_at = ? WHERE kind = 'token' AND id = ?",
          values: [lastUsedAt, toStoredText(id)],
        },
      ]);
    },
    version: async () => {
      const rows = await sql.rows("SELECT version FROM record_version", []);
      return rows[0] ? numberIn(rows[0], "version") : 0;
    },
  };
}

const nextVersion: Statement = {
  sql: "UPDATE record_version SET version = version + 1",
  values: [],
};

export function putStatements<K extends RecordKind>(
  kind: K,
  record: RecordTypes[K],
  seal: RowSeal,
): readonly Statement[] {
  const id = toStoredText(record.id);
  const { keys, references } = recordFacts(kind, record);
  const columns = ["name", "created_at", "body", "seal"];
  const onConflict = `UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  return [
    insertRecord(kind, record, { seal, onConflict }),
    { sql: "DELETE FROM record_key WHERE kind = ? AND id = ?", values: [kind, id] },
    { sql: "DELETE FROM record_reference WHERE kind = ? AND id = ?", values: [kind, id] },
    ...keys.map((key) => ({
      sql: "INSERT INTO record_key (name, value, kind, id) VALUES (?, ?, ?, ?)",
      values: [key.name, toStoredText(key.value), kind, id],
    })),
    ...references.map((reference) => ({
      sql: "INSERT INTO record_reference (kind, id, to_kind, to_id) VALUES (?, ?, ?, ?)",
      values: [kind, id, reference.kind, toStoredText(reference.id)],
    })),
    nextVersion,
  ];
}

function insertRecord<K extends RecordKind>(
  kind: K,
  record: RecordTypes[K],
  { seal, onConflict }: { readonly seal: RowSeal; readonly onConflict: string },
): Statement {
  const [id, body] = [toStoredText(record.id), JSON.stringify(record)];
  const { name, createdAt } = recordFacts(kind, record);
  return {
    sql: `INSERT INTO record (kind, id, name, created_at, body, seal) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (kind, id) DO ${onConflict}`,
    values: [
      kind,
      id,
      toStoredText(name),
      createdAt,
      body,
      kind === "token" ? seal.ofToken(id, body) : null,
    ],
  };
}

function removeStatements(kind: RecordKind, id: string): readonly Statement[] {
  const stored = toStoredText(id);
  return [
    { sql: "DELETE FROM record WHERE kind = ? AND id = ?", values: [kind, stored] },
    ...(kind === "user"
      ? [{ sql: "DELETE FROM session WHERE user_id = ?", values: [stored] }]
      : []),
    nextVersion,
  ];
}

/** The record of a row. The token's own JSON may have an older last use than the row. */
export function recordIn(row: SqlRow, kind: RecordKind, seal: RowSeal): object {
  const stored = jsonIn<object & { readonly lastUsedAt?: number }>(row, "body");
  const record: typeof stored = kind === "token" ? seal.checkedToken(row, stored) : stored;
  return row["last_used_at"] === null
    ? record
    : { ...record, lastUsedAt: Math.max(numberIn(row, "last_used_at"), record.lastUsedAt ?? 0) };
}

export function createSessionStore(sql: Sql, seal: RowSeal): SessionStore {
  return {
    create: async (session) => {
      await sql.write([insertSession(session, seal), removeExpired(session.createdAt)]);
    },
    find: async (hash, now) => {
      const rows = await sql.rows("SELECT * FROM session WHERE hash = ? AND expires_at > ?", [
        toStoredText(hash),
        now,
      ]);
      const session = rows[0] && sessionOf(rows[0]);
      return session && seal.fits(rows[0] ?? {}, ...sealedIn(session)) ? session : undefined;
    },
    remove: async (hash) => {
      await sql.write([
        { sql: "DELETE FROM session WHERE hash = ?", values: [toStoredText(hash)] },
      ]);
    },
    removeOfUser: async (userId) => {
      await sql.write([
        { sql: "DELETE FROM session WHERE user_id = ?", values: [toStoredText(userId)] },
      ]);
    },
  };
}

function sealedIn({
  hash,
  userId,
  csrfToken,
  createdAt,
  expiresAt,
}: SessionRecord): readonly (string | number)[] {
  return ["session", hash, userId, csrfToken, createdAt, expiresAt];
}

function insertSession(session: SessionRecord, seal: RowSeal): Statement {
  const { hash, userId, csrfToken, createdAt, expiresAt } = session;
  return {
    sql: `INSERT INTO session (hash, user_id, csrf_token, created_at, expires_at, seal)
      VALUES (?, ?, ?, ?, ?, ?)`,
    values: [
      toStoredText(hash),
      toStoredText(userId),
      toStoredText(csrfToken),
      createdAt,
      expiresAt,
      seal.of(...sealedIn(session)),
    ],
  };
}

function removeExpired(now: number): Statement {
  return { sql: "DELETE FROM session WHERE expires_at <= ?", values: [now] };
}

function sessionOf(row: SqlRow): SessionRecord {
  return {
    hash: fromStoredText(textIn(row, "hash")),
    userId: fromStoredText(textIn(row, "user_id")),
    csrfToken: fromStoredText(textIn(row, "csrf_token")),
    createdAt: numberIn(row, "created_at"),
    expiresAt: numberIn(row, "expires_at"),
  };
}

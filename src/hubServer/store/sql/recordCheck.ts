import { readRecord } from "../readRecord.ts";
import { isRecordKind, recordFacts } from "../recordFacts.ts";
import type { AuditEvent, AuditRecord } from "../records.ts";
import { digestOf, recordKey, RecordStates, stateEvents, stateKinds } from "../recordStates.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { jsonIn, numberIn, textIn, type Sql, type SqlRow } from "./sql.ts";

interface KeptRecords {
  readonly throughSeq: number;
  readonly digests: ReadonlyMap<string, string>;
  readonly rows: readonly SqlRow[];
  readonly keys: readonly string[];
}

export class RecordCheck {
  readonly #kept: KeptRecords;
  readonly #states = new RecordStates();

  private constructor(kept: KeptRecords) {
    this.#kept = kept;
  }

  static async read(sql: Sql): Promise<RecordCheck> {
    return new RecordCheck(await readKept(sql));
  }

  add(event: AuditEvent & { readonly seq: number }): void {
    if (event.seq <= this.#kept.throughSeq) {
      this.#states.add(event);
    }
  }

  problem(): string | undefined {
    return this.#states.problem(this.#kept.digests) ?? keyProblem(this.#kept);
  }
}

type ReadEvents = (kinds: typeof stateKinds) => AsyncIterable<AuditRecord>;

export async function stateRecords(sql: Sql, now: number, events: ReadEvents): Promise<void> {
  for (let isDone = false; !isDone;) {
    const version = await versionOf(sql);
    const states = new RecordStates();
    for await (const event of events(stateKinds)) {
      states.add(event);
      if (states.isStated) {
        return;
      }
    }
    const { digests } = await readKept(sql);
    isDone = await append(sql, [...digests], { version, now });
  }
}

/** Needed before the retention removes events through `seq` that contain states. */
export async function repeatStates(
  sql: Sql,
  { seq, now, events }: { readonly seq: number; readonly now: number; readonly events: ReadEvents },
): Promise<void> {
  for (let isDone = false; !isDone;) {
    const version = await versionOf(sql);
    const states = new RecordStates();
    for await (const event of events(stateKinds)) {
      states.add(event);
    }
    isDone = !states.isStated || (await append(sql, states.through(seq), { version, now }));
  }
}

async function append(
  sql: Sql,
  states: readonly (readonly [key: string, state: string])[],
  { version, now }: { readonly version: number; readonly now: number },
): Promise<boolean> {
  const unlessChanged = {
    sql: "UPDATE record_version SET version = version WHERE version = ?",
    values: [version],
  };
  for (const event of stateEvents(states, now)) {
    if ((await sql.write([unlessChanged], event)) === 0) {
      return false;
    }
  }
  return true;
}

async function versionOf(sql: Sql): Promise<number> {
  const [row] = await sql.rows("SELECT version FROM record_version", []);
  return row ? numberIn(row, "version") : 0;
}

/** One statement: a concurrent change is in both results or in neither. */
async function readKept(sql: Sql): Promise<KeptRecords> {
  const rows = await sql.rows(
    `SELECT seq, kind, id, body, NULL AS name, NULL AS value
      FROM (SELECT max(seq) AS seq FROM audit_head) AS head LEFT JOIN record ON 1 = 1
      UNION ALL SELECT NULL, kind, id, NULL, name, value FROM record_key
      UNION ALL SELECT NULL, kind, id, NULL, to_kind, to_id FROM record_reference
      ORDER BY kind, id`,
    [],
  );
  const first = rows.find((row) => row["seq"] !== null);
  const records = rows.filter((row) => row["body"] !== null);
  return {
    throughSeq: first ? numberIn(first, "seq") : 0,
    digests: new Map(records.map((row) => [nameOf(row), digestOf(jsonIn<object>(row, "body"))])),
    rows: records,
    keys: rows.filter((row) => row["name"] !== null).map(keyText),
  };
}

function nameOf(row: SqlRow): string {
  return recordKey(textIn(row, "kind"), fromStoredText(textIn(row, "id")));
}

function keyText(row: SqlRow): string {
  return `${textIn(row, "name")} ${textIn(row, "value")} ${nameOf(row)}`;
}

/** The problem of a forged key, which would map a login or token to another record, or of a reference. */
function keyProblem({ rows, keys }: KeptRecords): string | undefined {
  const expected = new Set(rows.flatMap(keysOf));
  const isSame = keys.length === expected.size && keys.every((key) => expected.has(key));
  return isSame
    ? undefined
    : "The logins or tokens by which records are found, or what they refer to, are not those of the records.";
}

function keysOf(row: SqlRow): readonly string[] {
  const kind = textIn(row, "kind");
  if (!isRecordKind(kind)) {
    return [];
  }
  const { keys, references } = recordFacts(kind, readRecord(kind, jsonIn<object>(row, "body")));
  return [
    ...keys.map(({ name, value }) => `${name} ${toStoredText(value)} ${nameOf(row)}`),
    ...references.map((to) => `${to.kind} ${toStoredText(to.id)} ${nameOf(row)}`),
  ];
}

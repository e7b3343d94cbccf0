import { Pool, TypeOverrides, types, type PoolClient, type QueryResult } from "pg";

import { auditColumns, bodyHalves, toAuditRecord } from "../auditChain.ts";
import type { AuditEvent, AuditRecord } from "../records.ts";
import type { Sql, SqlRow, SqlValue, Statement } from "../sql/sql.ts";
import { StoreError } from "../store.ts";
import { Batcher } from "./batcher.ts";
import { isAboutData, toStoreError } from "./postgresErrors.ts";
import { postgresWords } from "./postgresWords.ts";

/** Timeouts: only reports over years take seconds, so a slower statement has lost its connection. */
const timeouts = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 65_000,
} as const;

/** Reads bigints as numbers, which is exact: every stored bigint is below 2^53. */
const ownTypes = new TypeOverrides();
ownTypes.setTypeParser(types.builtins.INT8, Number);

export class PostgresDatabase implements Sql {
  readonly position = postgresWords.position;
  readonly conversation = postgresWords.conversation;
  readonly unchained = `(SELECT 0 AS seq, event->>'kind' AS kind, (event->>'time')::bigint AS time,
    event->>'tokenId' AS token_id, concat(event->>'before', 0, event->>'after') AS body
    FROM audit_pending)`;
  readonly budgets = "budget_now";
  readonly #pool: Pool;
  readonly #appends: Batcher<AuditEvent, AuditRecord>;

  constructor(url: string, connections: number) {
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      application_name: "ai-hub",
      keepAlive: true,
      ...timeouts,
      types: ownTypes,
    });
    // The pool opens another connection.
    this.#pool.on("error", () => {});
    // The next query on a lost connection fails.
    this.#pool.on("connect", (client) => client.on("error", () => {}));
    this.#appends = new Batcher({
      run: (events) => this.#appendAll(events),
      isOnesFault: isAboutData,
      lanes: 1,
    });
  }

  async rows(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    try {
      return rowsOf(await this.#pool.query(numbered(sql), [...values]));
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Resolves once the result is on the disk. */
  async call(procedure: string, ...values: readonly (string | boolean)[]): Promise<unknown> {
    const places = values.map((_, index) => `$${index + 1}`).join(", ");
    const result: QueryResult<{ readonly answer: unknown }> = await this.#pool.query({
      name: procedure,
      text: `CALL ${procedure}(NULL, ${places})`,
      values: [...values],
    });
    return result.rows[0]?.answer;
  }

  /** Runs a transaction that frees its locks before it waits for the disk, as the procedures of `call` do. */
  transactDurably<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.transact(work, "BEGIN; SELECT hub_begin()", "COMMIT; SELECT hub_flush()");
  }

  /**
   * Waits until rows are on the disk, including rows that were only read: another process frees its lock before its
   * disk sync.
   */
  async flush(): Promise<void> {
    await this.rows("SELECT hub_flush()", []);
  }

  write(statements: readonly Statement[], event?: AuditEvent): Promise<number> {
    return this.transact(async (client) => {
      // Two writers could deadlock.
      await client.query("SELECT version FROM record_version FOR UPDATE");
      const [first, ...rest] = statements;
      const changes = first ? await change(client, first) : 0;
      if (changes > 0) {
        for (const statement of rest) {
          await change(client, statement);
        }
        if (event) {
          await client.query("SELECT hub_append($1)", [JSON.stringify([eventJson(event)])]);
        }
      }
      return changes;
    });
  }

  append(event: AuditEvent): Promise<AuditRecord> {
    return this.#appends.add(event).catch((error: unknown) => {
      throw toStoreError(error);
    });
  }

  async transact<T>(
    work: (client: PoolClient) => Promise<T>,
    begin = "BEGIN",
    commit = "COMMIT",
  ): Promise<T> {
    let client: PoolClient | undefined;
    let isBroken = false;
    try {
      client = await this.#pool.connect();
      await client.query(begin);
      const result = await work(client);
      await client.query(commit);
      return result;
    } catch (error) {
      isBroken = client !== undefined && !(await canRollBack(client));
      throw toStoreError(error);
    } finally {
      client?.release(isBroken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #appendAll(events: readonly AuditEvent[]): Promise<readonly AuditRecord[]> {
    const batch = JSON.stringify(events.map(eventJson));
    const answer = await this.call("hub_append_now", batch);
    // hub_append returns a place per event.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const places = answer as readonly (readonly [seq: number, prevHash: string, hash: string])[];
    return events.map((event, index) => {
      const place = places[index];
      if (!place) {
        throw new StoreError("unavailable", "The database did not say where the event is.");
      }
      const [seq, prevHash, hash] = place;
      const [before, after] = bodyHalves(event);
      const body = `${before}${seq}${after}`;
      return toAuditRecord({ seq, prevHash, hash, body, columns: auditColumns(event) });
    });
  }
}

export function eventJson(event: AuditEvent): unknown {
  const [before, after] = bodyHalves(event);
  return { before, after, ...auditColumns(event) };
}

async function change(client: PoolClient, { sql, values }: Statement): Promise<number> {
  const { rowCount } = await client.query(numbered(sql), [...values]);
  return rowCount ?? 0;
}

async function canRollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    // The connection is lost, and its transaction with it.
    return false;
  }
}

function rowsOf(result: QueryResult<Record<string, unknown>>): readonly SqlRow[] {
  return result.rows;
}

const numberedTexts = new Map<string, string>();

/** Numbers the parameters; our SQL has no other question marks. */
function numbered(sql: string): string {
  const known = numberedTexts.get(sql);
  if (known !== undefined) {
    return known;
  }
  let count = 0;
  const text = sql.replaceAll("?", () => {
    count += 1;
    return `$${count}`;
  });
  numberedTexts.set(sql, text);
  return text;
}

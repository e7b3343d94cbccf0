import { toAuditRecord } from "../auditChain.ts";
import type { AuditEvent, AuditRecord } from "../records.ts";
import type { Sql, SqlRow, SqlValue, Statement } from "../sql/sql.ts";
import { StoreError } from "../store.ts";
import { AuditHead } from "./auditHead.ts";
import { Batches, type KeptRows } from "./batches.ts";
import { LogSync, type LogSyncOptions } from "./logSync.ts";
import { nodeSqlite } from "./nodeSqlite.ts";
import { createForOwnerOnly, memory, SqliteConnection } from "./sqliteConnection.ts";
import { toStoreError } from "./sqliteErrors.ts";
import { sqliteWords } from "./sqliteWords.ts";

/** More pages than a database can have. */
const allPages = 2 ** 31 - 1;

export class SqliteDatabase implements Sql {
  readonly position = sqliteWords.position;
  readonly conversation = sqliteWords.conversation;
  readonly unchained =
    "(SELECT 0 AS seq, '' AS kind, 0 AS time, '' AS token_id, '' AS body WHERE 1 = 0)";
  readonly budgets = "budget_use";
  readonly #path: string;
  readonly #connection: SqliteConnection;
  readonly #log: LogSync | undefined;
  readonly #batches: Batches;
  readonly #head: AuditHead;

  constructor(path: string, busyMs: number, sync: LogSyncOptions) {
    this.#path = path;
    this.#connection = new SqliteConnection(path, busyMs);
    this.#log = this.#connection.hasLog ? new LogSync(path, sync) : undefined;
    this.#batches = new Batches(this.#connection, this.#log);
    this.#head = new AuditHead(this.#connection);
    this.#batches.keep(this.#head);
  }

  requireWhole(): void {
    this.#connection.requireWhole();
  }

  execute(sql: string): void {
    this.#connection.execute(sql);
  }

  select(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#connection.select(sql, ...values);
  }

  change(sql: string, ...values: readonly SqlValue[]): number {
    return this.#connection.change(sql, ...values);
  }

  keep(rows: KeptRows): void {
    this.#batches.keep(rows);
  }

  transact<T>(work: () => T, undo?: () => void): Promise<T> {
    return this.#batches.add(work, undo);
  }

  /** May return commits that are not on the disk yet. */
  rows(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.attempt(() => this.select(sql, ...values));
  }

  /** `rows` then resolves when its data is on the disk. */
  get durable(): Sql {
    return {
      ...sqliteWords,
      unchained: this.unchained,
      budgets: this.budgets,
      rows: async (sql, values) => {
        const rows = await this.rows(sql, values);
        await this.#batches.onDisk();
        return rows;
      },
      write: (statements, event) => this.write(statements, event),
      append: (event) => this.append(event),
    };
  }

  /** Runs work that only reads. */
  attempt<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        resolve(work());
      } catch (error) {
        reject(toStoreError(error));
      }
    });
  }

  write(statements: readonly Statement[], event?: AuditEvent): Promise<number> {
    return this.transact(() => {
      const [first, ...rest] = statements;
      const changes = first ? this.change(first.sql, ...first.values) : 0;
      if (changes > 0) {
        for (const { sql, values } of rest) {
          this.change(sql, ...values);
        }
        if (event) {
          this.appendNow(event);
        }
      }
      return changes;
    });
  }

  append(event: AuditEvent): Promise<AuditRecord> {
    return this.transact(() => toAuditRecord(this.#head.append(event)));
  }

  /** Must run within a transaction. */
  appendNow(event: AuditEvent): void {
    this.#head.append(event);
  }

  async copyTo(path: string): Promise<void> {
    if (this.#path === memory) {
      throw new StoreError("invalid", "A database in memory cannot be copied.");
    }
    try {
      createForOwnerOnly(path);
      // Our transactions would disturb the copy. One step, because SQLite restarts it after each write.
      const { backup, DatabaseSync: Connection } = nodeSqlite();
      const reader = new Connection(this.#path, { readOnly: true });
      try {
        await backup(reader, path, { rate: allPages });
      } finally {
        reader.close();
      }
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Resolves when no write is pending. Call before `close`, which makes pending writes fail. */
  idle(): Promise<void> {
    return this.#batches.idle();
  }

  close(): void {
    this.#log?.close();
    this.#connection.close();
  }
}

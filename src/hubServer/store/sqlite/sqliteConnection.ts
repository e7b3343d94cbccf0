import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { SqlRow, SqlValue } from "../sql/sql.ts";
import { firstProblem } from "./hubFile.ts";
import { nodeSqlite } from "./nodeSqlite.ts";
import { damagedFile, toStoreError } from "./sqliteErrors.ts";

export const memory = ":memory:";

export class SqliteConnection {
  /** True if the caller must sync the log, because SQLite does so only at a checkpoint. */
  readonly hasLog: boolean;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, busyMs: number) {
    try {
      createForOwnerOnly(path);
      const { DatabaseSync: Connection } = nodeSqlite();
      this.#connection = new Connection(path, { timeout: busyMs });
      const journal = this.#connection.prepare("PRAGMA journal_mode = WAL").get();
      this.hasLog = journal?.["journal_mode"] === "wal";
      this.#connection.exec(`PRAGMA synchronous = ${this.hasLog ? "NORMAL" : "FULL"}`);
      this.#connection.exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;");
    } catch (error) {
      throw toStoreError(error);
    }
  }

  requireWhole(): void {
    let problem: string | undefined;
    try {
      problem = firstProblem(this.#connection, "quick_check");
    } catch (error) {
      throw toStoreError(error);
    }
    if (problem !== undefined) {
      throw damagedFile(problem);
    }
  }

  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  select(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values);
  }

  change(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  rollBack(): void {
    try {
      if (this.#connection.isOpen && this.#connection.isTransaction) {
        this.#connection.exec("ROLLBACK");
      }
    } catch {
      // The caller reports the error that led here.
    }
  }

  close(): void {
    if (this.#connection.isOpen) {
      this.#connection.close();
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) {
      return known;
    }
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Creates the file for its owner only; SQLite would create a world-readable one. The journal inherits the mode. */
export function createForOwnerOnly(path: string): void {
  if (path !== memory) {
    closeSync(openSync(path, "a", 0o600));
  }
}

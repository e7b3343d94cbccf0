import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

import { schemaSql, schemaVersion } from "./schema.ts";

/** By the names that they have in the statement, without the sign before them. */
export type Values = Readonly<Record<string, SQLInputValue>>;

/** The sandbox's SQLite database. Statements are kept by their text, so texts must not hold values. */
export class SandboxDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** A file, or memory only. Throws if the file is of another version or no database. */
  constructor(path = ":memory:") {
    if (path !== ":memory:") {
      // SQLite would make the file readable for everybody; its journal takes the mode of the file.
      closeSync(openSync(path, "a", 0o600));
    }
    // Loaded when it is needed: the hub has this code in it, and tells an older Node what it lacks.
    const { DatabaseSync: Connection } = process.getBuiltinModule("node:sqlite");
    this.#db = new Connection(path);
    try {
      this.#db.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;",
      );
      this.transaction(() => this.#migrate());
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  run(sql: string, values: Values = {}): void {
    this.#prepare(sql).run(values);
  }

  /** Column `value` of the first row, if there is one and it is a number. */
  number(sql: string, values: Values = {}): number | undefined {
    const value = this.#value(sql, values);
    return typeof value === "number" ? value : undefined;
  }

  /** Column `value` of the first row, if there is one and it is text. */
  text(sql: string, values: Values = {}): string | undefined {
    const value = this.#value(sql, values);
    return typeof value === "string" ? value : undefined;
  }

  /** Column `value` of every row that has text there. */
  texts(sql: string, values: Values = {}): readonly string[] {
    return this.#prepare(sql)
      .all(values)
      .flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  }

  /** All or nothing; what `work` throws is thrown on after everything was taken back. */
  transaction<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #value(sql: string, values: Values): SQLOutputValue | undefined {
    return this.#prepare(sql).get(values)?.["value"];
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) {
      return known;
    }
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #migrate(): void {
    const version = this.#db.prepare("PRAGMA user_version").get()?.["user_version"];
    if (version === schemaVersion) {
      return;
    }
    if (version !== 0) {
      throw new Error(
        `The sandbox's database has version ${String(version)}, not ${schemaVersion}.`,
      );
    }
    this.#db.exec(schemaSql);
    this.#db.exec(`PRAGMA user_version = ${schemaVersion}`);
  }
}

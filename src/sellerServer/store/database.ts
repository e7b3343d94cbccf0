import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";

import { schemaSql, schemaVersion } from "./schema.ts";

export type Values = Readonly<Record<string, SQLInputValue>>;

/** Statements are cached by their text, so a text must not contain values. */
export class SandboxDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Without a path, the database is in memory. Throws for a file of another version. */
  constructor(path = ":memory:") {
    if (path !== ":memory:") {
      // SQLite would create the file readable for everybody; its journal gets the mode of the file.
      closeSync(openSync(path, "a", 0o600));
    }
    // Loaded here, not imported: the hub's bundle contains this code and must still start on an older Node, to report
    // the missing version.
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

  number(sql: string, values: Values = {}): number | undefined {
    const value = this.#value(sql, values);
    return typeof value === "number" ? value : undefined;
  }

  text(sql: string, values: Values = {}): string | undefined {
    const value = this.#value(sql, values);
    return typeof value === "string" ? value : undefined;
  }

  texts(sql: string, values: Values = {}): readonly string[] {
    return this.#prepare(sql)
      .all(values)
      .flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  }

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

import type { SqlRow } from "../sql/sql.ts";
import { nodeSqlite } from "./nodeSqlite.ts";

export const versionTable =
  "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT";

/** Tables that ANALYZE creates; they never affect results. */
const statistics = /^sqlite_stat[1-4]$/u;

/** The problem of a foreign trigger or view, which would run with the hub's rights. */
export function schemaProblem(
  select: (sql: string) => readonly SqlRow[],
  steps: readonly string[],
): string | undefined {
  const found = objectsIn(select);
  const own = ownObjects(steps);
  for (const [name, text] of found) {
    const expected = own.get(name);
    if (expected === undefined) {
      return `The database has a ${name} that the hub did not make.`;
    }
    if (expected !== text) {
      return `The ${name} of the database is not as the hub made it.`;
    }
  }
  return undefined;
}

function ownObjects(steps: readonly string[]): ReadonlyMap<string, string> {
  const { DatabaseSync: Connection } = nodeSqlite();
  const database = new Connection(":memory:");
  try {
    for (const step of [versionTable, ...steps]) {
      database.exec(step);
    }
    return objectsIn((sql) => database.prepare(sql).all());
  } finally {
    database.close();
  }
}

function objectsIn(select: (sql: string) => readonly SqlRow[]): ReadonlyMap<string, string> {
  const rows = select("SELECT type, name, tbl_name, sql FROM sqlite_schema").filter(
    ({ type, name }) => type !== "table" || !statistics.test(String(name)),
  );
  return new Map(
    rows.map(({ type, name, tbl_name: table, sql }) => [
      `${String(type)} ${JSON.stringify(name).slice(0, 100)}`,
      JSON.stringify([table, String(sql).replaceAll(/\s+/gu, " ")]),
    ]),
  );
}

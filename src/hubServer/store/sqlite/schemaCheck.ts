import type { SqlRow } from "../sql.ts";
import { nodeSqlite } from "./nodeSqlite.ts";

/** The text of `schema_version`, which is there before the first step. */
export const versionTable =
  "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT";

/** Statistics that ANALYZE writes: they choose indexes, never results. */
const statistics = /^sqlite_stat[1-4]$/u;

/**
 * Describes the first object of a database that the steps do not make, or that differs: a trigger or
 * a view of somebody else acts with the hub's rights. A missing object does not. `select` reads the database, whose schema had
 * all of `steps`.
 */
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

/** Each object by its type and name, with its text; white space of the text is no difference. */
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

import type { PoolClient } from "pg";

import { applyFunctions, type FunctionSet, functionVersion } from "./applyFunctions.ts";

export const versionTable = "CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL)";

/** All objects that act on ours, and functions named like PostgreSQL's own, which could be called instead. */
const objects = `
  WITH ours AS (
    SELECT oid, relname, relkind FROM pg_class
    WHERE relnamespace = $1::regnamespace AND relname = ANY ($2)
  ), own_functions AS (
    SELECT p.oid, p.proname FROM pg_proc p WHERE p.pronamespace = $1::regnamespace
      AND (proname LIKE 'hub\\_%' OR proname IN
        (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace))
      AND NOT EXISTS (SELECT FROM pg_depend
        WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
  )
  SELECT 'relation' AS type, relname AS name, concat_ws(' ', relkind, relrowsecurity,
      relforcerowsecurity, CASE relkind WHEN 'v' THEN pg_get_viewdef(oid) END) AS text
    FROM ours JOIN pg_class USING (oid, relname, relkind)
  UNION ALL SELECT 'column', concat(relname, '.', attname), concat_ws(' ',
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, collname,
      pg_get_expr(adbin, adrelid))
    FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relkind IN ('r', 'v')
  UNION ALL SELECT 'constraint', conname, concat_ws(' ', conrelid::regclass, convalidated,
      pg_get_constraintdef(oid))
    FROM pg_constraint WHERE conrelid IN (SELECT oid FROM ours) OR confrelid IN (SELECT oid FROM ours)
  UNION ALL SELECT 'index', indexrelid::regclass::text, concat_ws(' ', indisvalid,
      replace(replace(pg_get_indexdef(indexrelid), concat($1::regnamespace, '.'), ''), 'pg_temp.', ''))
    FROM pg_index WHERE indrelid IN (SELECT oid FROM ours)
  UNION ALL SELECT 'trigger', concat(tgname, ' of ', tgrelid::regclass), pg_get_triggerdef(oid)
    FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM ours)
      AND (NOT tgisinternal OR tgenabled <> 'O')
  UNION ALL SELECT 'rule', concat(rulename, ' of ', ev_class::regclass), pg_get_ruledef(pg_rewrite.oid)
    FROM pg_rewrite JOIN ours ON ours.oid = ev_class WHERE relkind <> 'v' OR rulename <> '_RETURN'
  UNION ALL SELECT 'policy', polname, polrelid::regclass::text
    FROM pg_policy WHERE polrelid IN (SELECT oid FROM ours)
  UNION ALL SELECT 'table', inhrelid::regclass::text, 'inherits'
    FROM pg_inherits WHERE inhparent IN (SELECT oid FROM ours)
  UNION ALL SELECT 'function', concat(own.proname, '(', pg_get_function_arguments(oid), ')'),
      concat_ws(' ', prokind, prolang, provolatile, prosecdef, proconfig, pg_get_function_result(oid), prosrc)
    FROM own_functions AS own JOIN pg_proc USING (oid) WHERE $3
  ORDER BY type, name`;

interface Found {
  readonly type: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Compares with a fresh schema, made as temporary tables and rolled back. Needs a transaction. Skips functions of
 * another version, which may be newer.
 */
export async function schemaProblem(
  client: PoolClient,
  steps: readonly string[],
  set: FunctionSet,
): Promise<string | undefined> {
  const { rows: schemas } = await client.query<{ readonly name: string }>(
    "SELECT quote_ident(current_schema()) AS name",
  );
  const schema = schemas[0]?.name ?? "public";
  const hasFunctions = (await functionVersion(client)) === set.version;
  await client.query("SAVEPOINT own_schema");
  await client.query("SET LOCAL search_path = pg_temp; SET LOCAL check_function_bodies = off");
  await client.query([versionTable, ...steps].join(";\n"));
  await applyFunctions(client, set);
  const { rows: relations } = await client.query<{ readonly name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = pg_my_temp_schema()",
  );
  const names = relations.map(({ name }) => name);
  const { rows: temporary } = await client.query<{ readonly name: string }>(
    "SELECT pg_my_temp_schema()::regnamespace::text AS name",
  );
  const own = await read(client, [temporary[0]?.name ?? "", names, hasFunctions]);
  await client.query("ROLLBACK TO SAVEPOINT own_schema");
  return firstDifference(await read(client, [schema, names, hasFunctions]), own);
}

async function read(client: PoolClient, values: readonly unknown[]): Promise<readonly Found[]> {
  return (await client.query<Found>(objects, [...values])).rows;
}

function firstDifference(found: readonly Found[], own: readonly Found[]): string | undefined {
  const expected = new Map(own.map(({ type, name, text }) => [`${type} ${name}`, text]));
  for (const { type, name, text } of found) {
    const key = `${type} ${name}`;
    const shown = `${type} ${JSON.stringify(name).slice(0, 200)}`;
    if (!expected.has(key)) {
      return `The database has a ${shown} that the hub did not make.`;
    }
    if (expected.get(key) !== text) {
      return `The ${shown} of the database is not as the hub made it.`;
    }
    expected.delete(key);
  }
  // A missing index only slows the hub, and a missing table fails visibly.
  const missing = [...expected.keys()].find((key) => key.startsWith("constraint "));
  return missing && `The database has no ${missing}.`;
}

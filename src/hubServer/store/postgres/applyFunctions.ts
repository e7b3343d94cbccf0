import type { PoolClient } from "pg";

import { auditFunctions } from "./auditFunctions.ts";
import { batchFunctions } from "./batchFunctions.ts";
import { budgetFunctions } from "./budgetFunctions.ts";
import { functions } from "./functions.ts";
import { ledgerFunctions } from "./ledgerFunctions.ts";

export interface FunctionSet {
  readonly version: number;
  readonly source: string;
}

/** Raise the version with every change; a unit test checks it. */
export const functionSet: FunctionSet = {
  version: 13,
  source: functions + budgetFunctions + auditFunctions + ledgerFunctions + batchFunctions,
};

/** Needs the migrations' lock. Never downgrades: an old process may restart during a rolling update. */
export async function applyFunctions(
  client: PoolClient,
  { version, source }: FunctionSet,
): Promise<void> {
  if ((await functionVersion(client)) >= version) {
    return;
  }
  await client.query(dropFunctions);
  await client.query(source);
  await client.query("DELETE FROM function_version");
  await client.query("INSERT INTO function_version VALUES ($1)", [version]);
}

export async function functionVersion(client: PoolClient): Promise<number> {
  await client.query("CREATE TABLE IF NOT EXISTS function_version (version bigint NOT NULL)");
  const { rows } = await client.query<{ readonly version: number }>(
    "SELECT version FROM function_version",
  );
  return rows[0]?.version ?? 0;
}

/** Drops functions first, because `CREATE OR REPLACE` cannot change parameters. */
const dropFunctions = `
  DO $$
  DECLARE
    ours regprocedure;
  BEGIN
    FOR ours IN SELECT oid::regprocedure FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'hub\\_%'
    LOOP
      EXECUTE format('DROP ROUTINE %s', ours);
    END LOOP;
  END $$`;

import type { PoolClient } from "pg";

import { routedIndex } from "../sql/routedEvents.ts";
import { foreignSchema, newerSchema } from "../store.ts";
import { inheritFromOwners } from "../tokenPlace.ts";
import { applyFunctions, functionSet } from "./applyFunctions.ts";
import type { PostgresDatabase } from "./postgresDatabase.ts";
import { postgresWords } from "./postgresWords.ts";
import { slices, tables } from "./schema.ts";
import { schemaProblem, versionTable } from "./schemaCheck.ts";

/** Never change a released step: a database's version is its number of applied steps. */
export const migrations: readonly string[] = [
  tables,
  "ALTER TABLE record ADD COLUMN last_used_at bigint",
  inheritFromOwners,
  `
  ALTER TABLE budget_use ADD COLUMN held_limit bigint;
  ALTER TABLE budget_use ADD COLUMN keep_until bigint;
  CREATE INDEX budget_use_keep ON budget_use (keep_until) WHERE keep_until IS NOT NULL;
  ALTER TABLE usage_record ADD COLUMN run_id text;
  `,
  `
  ALTER TABLE audit_event ADD COLUMN run_id text COLLATE "C";
  UPDATE audit_event SET run_id = substring(body from '"runId":"([A-Za-z0-9._:-]+)"')
    WHERE strpos(body, '"runId":"') > 0;
  CREATE INDEX usage_record_run ON usage_record (ended_at) WHERE run_id IS NOT NULL;
  CREATE INDEX audit_event_run ON audit_event (run_id, seq) WHERE run_id IS NOT NULL;
  `,
  "ALTER TABLE rate_bucket ADD COLUMN completions bigint NOT NULL DEFAULT 0",
  `
  CREATE TABLE completion_offer (
    day text NOT NULL,
    token_id text NOT NULL,
    user_id text NOT NULL,
    profile_id text NOT NULL,
    sector_id text NOT NULL,
    app text NOT NULL,
    model text NOT NULL,
    offered bigint NOT NULL,
    kept bigint NOT NULL,
    PRIMARY KEY (day, token_id, user_id, profile_id, sector_id, app, model)
  );
  `,
  `
  -- Events of settlements, as hub_append takes them, that have no place in the chain yet.
  CREATE TABLE audit_pending (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event jsonb NOT NULL
  );
  `,
  slices,
  "CREATE TABLE hub_process (slot smallint PRIMARY KEY, seen_at bigint NOT NULL)",
  `
  CREATE TABLE device_grant (
    user_code text COLLATE "C" NOT NULL PRIMARY KEY,
    device_code text COLLATE "C" NOT NULL UNIQUE,
    client text COLLATE "C" NOT NULL,
    device_name text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    is_denied bigint NOT NULL DEFAULT 0,
    user_id text COLLATE "C"
  );
  `,
  `
  CREATE TABLE openid_grant (
    user_id text COLLATE "C" NOT NULL PRIMARY KEY,
    sealed text COLLATE "C" NOT NULL,
    taken_at bigint NOT NULL
  );
  `,
  routedIndex(postgresWords),
  "ALTER TABLE reservation ADD COLUMN has_place boolean NOT NULL DEFAULT true",
  `
  ALTER TABLE session ADD COLUMN seal text COLLATE "C";
  ALTER TABLE device_grant ADD COLUMN seal text COLLATE "C";
  ALTER TABLE record ADD COLUMN seal text COLLATE "C";
  CREATE TABLE row_seal (seal text COLLATE "C" NOT NULL);
  `,
];

const lockKey = 7_020_104_513;

/** Refuses a database with foreign objects before any write. */
export async function migrate(database: PostgresDatabase, steps: readonly string[]): Promise<void> {
  await database.transact((client) => requireOwnSchema(client, steps));
  while (await database.transact((client) => takeStep(client, steps))) {
    // One step at a time: another process may have applied some meanwhile.
  }
  await database.transact(async (client) => {
    await lock(client);
    await applyFunctions(client, functionSet);
  });
}

async function requireOwnSchema(client: PoolClient, steps: readonly string[]): Promise<void> {
  const version = await lockedVersion(client);
  if (version === 0 || version > steps.length) {
    return;
  }
  const problem = await schemaProblem(client, steps.slice(0, version), functionSet);
  if (problem !== undefined) {
    throw foreignSchema(problem);
  }
}

async function lockedVersion(client: PoolClient): Promise<number> {
  await lock(client);
  await client.query(versionTable);
  const { rows } = await client.query<{ readonly version: number }>(
    "SELECT version FROM schema_version",
  );
  return rows[0]?.version ?? 0;
}

async function takeStep(client: PoolClient, steps: readonly string[]): Promise<boolean> {
  const version = await lockedVersion(client);
  if (version > steps.length) {
    throw newerSchema(version, steps.length);
  }
  const step = steps[version];
  if (step !== undefined) {
    await client.query(step);
    await client.query("DELETE FROM schema_version");
    await client.query("INSERT INTO schema_version VALUES ($1)", [version + 1]);
  }
  return step !== undefined;
}

async function lock(client: PoolClient): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
}

import { join } from "node:path";

import type { Clock } from "../shared/clock.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { openPostgresStore } from "./store/postgres/postgresStore.ts";
import { openSqliteStore } from "./store/sqlite/sqliteStore.ts";
import type { Store } from "./store/store.ts";

/** The embedded database, in the data directory. */
export const databaseName = "hub.db";

/** Opens what the configuration says: PostgreSQL, or the database in the data directory. Rejects with a `StoreError`. */
export async function openStore(
  { databaseUrl, dataFolder }: Pick<HubConfig, "databaseUrl" | "dataFolder">,
  clock: Clock,
): Promise<Store> {
  const now = (): number => clock.now();
  return databaseUrl === undefined
    ? openSqliteStore(join(dataFolder, databaseName), { now })
    : openPostgresStore(databaseUrl, { now });
}

/** The newest event of the audit as it is kept outside the database. */
export function auditHeadPath(dataFolder: string): string {
  return join(dataFolder, "audit-head.json");
}

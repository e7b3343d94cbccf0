import { join } from "node:path";

import type { Clock } from "../shared/base/clock.ts";
import { auditHeadName, databaseName, requireNoRestore } from "./config/dataFiles.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { openPostgresStore } from "./store/postgres/postgresStore.ts";
import { openSqliteStore } from "./store/sqlite/sqliteStore.ts";
import type { Store } from "./store/store.ts";

export async function openStore(
  { databaseUrl, dataFolder }: Pick<HubConfig, "databaseUrl" | "dataFolder">,
  clock: Clock,
  purpose: "start" | "look",
): Promise<Store> {
  const now = (): number => clock.now();
  if (databaseUrl !== undefined) {
    return openPostgresStore(databaseUrl, { now });
  }
  requireNoRestore(dataFolder);
  return openSqliteStore(join(dataFolder, databaseName), { now, checksFile: purpose === "start" });
}

export function auditHeadPath(dataFolder: string): string {
  return join(dataFolder, auditHeadName);
}

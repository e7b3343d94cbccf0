import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Clock } from "../shared/base/clock.ts";
import { writeFileAtomically } from "./config/atomicFile.ts";
import { auditHeadName, databaseName, requireNoRestore, rowKeyName } from "./config/dataFiles.ts";
import type { HubConfig } from "./config/hubConfig.ts";
import { openPostgresStore } from "./store/postgres/postgresStore.ts";
import { openSqliteStore } from "./store/sqlite/sqliteStore.ts";
import type { Store } from "./store/store.ts";

export async function openStore(
  config: Pick<HubConfig, "databaseUrl" | "dataFolder" | "adminToken">,
  clock: Clock,
  purpose: "start" | "look",
): Promise<Store> {
  const { databaseUrl, dataFolder } = config;
  const now = (): number => clock.now();
  if (databaseUrl !== undefined) {
    return openPostgresStore(databaseUrl, {
      now,
      rowKey: sharedKey(databaseUrl, config.adminToken),
    });
  }
  requireNoRestore(dataFolder);
  const isStart = purpose === "start";
  return openSqliteStore(join(dataFolder, databaseName), {
    now,
    checksFile: isStart,
    ...(isStart && { rowKey: keyIn(join(dataFolder, rowKeyName)) }),
  });
}

/** All hubs of a database share it: made of the administrator's token, or else of the database's password. */
function sharedKey(databaseUrl: string, adminToken: string | undefined): string {
  const secret = adminToken ?? URL.parse(databaseUrl)?.password ?? "";
  return Buffer.from(hkdfSync("sha256", secret, "", "ai-hub rows", 32)).toString("base64url");
}

function keyIn(path: string): string {
  if (!existsSync(path)) {
    writeFileAtomically(path, randomBytes(32).toString("base64url"));
  }
  return readFileSync(path, "utf8");
}

export function auditHeadPath(dataFolder: string): string {
  return join(dataFolder, auditHeadName);
}

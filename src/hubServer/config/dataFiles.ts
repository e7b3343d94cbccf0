import { existsSync } from "node:fs";
import { join } from "node:path";

export const databaseName = "hub.db";

export const auditHeadName = "audit-head.json";

/** Exists while a restore is in progress. */
export const restoreMark = "restore.unfinished";

export function walNames(database: string): readonly string[] {
  return ["-wal", "-shm", "-journal"].map((ending) => database + ending);
}

/** Interrupted: the files may belong to two databases. */
export function requireNoRestore(dataFolder: string): void {
  if (existsSync(join(dataFolder, restoreMark))) {
    throw new Error(
      `A restore into ${dataFolder} was interrupted. Run it again: hub restore <file> --data ${dataFolder}`,
    );
  }
}

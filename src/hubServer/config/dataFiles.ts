import { existsSync } from "node:fs";
import { join } from "node:path";

export const databaseName = "hub.db";

export const auditHeadName = "audit-head.json";

/** The key of the rows of sign-ins. Not in the database, and so not in its copies. */
export const rowKeyName = "row-key";

export const restoreMark = "restore.unfinished";

export function walNames(database: string): readonly string[] {
  return ["-wal", "-shm", "-journal"].map((ending) => database + ending);
}

/** Requires that no restore was interrupted, because it may leave files of two databases. */
export function requireNoRestore(dataFolder: string): void {
  if (existsSync(join(dataFolder, restoreMark))) {
    throw new Error(
      `A restore into ${dataFolder} was interrupted. Run it again: hub restore <file> --data ${dataFolder}`,
    );
  }
}

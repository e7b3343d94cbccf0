import { existsSync } from "node:fs";
import { join } from "node:path";

/** The embedded database, in the data directory. */
export const databaseName = "hub.db";

/** The newest audit event, kept outside the database. */
export const auditHeadName = "audit-head.json";

/** Present in the data directory while a restore is in progress. */
export const restoreMark = "restore.unfinished";

/** SQLite's files beside a database while it is in use, and after a crash. */
export function walNames(database: string): readonly string[] {
  return ["-wal", "-shm", "-journal"].map((ending) => database + ending);
}

/** Throws if a restore was interrupted: the files may be of two databases. */
export function requireNoRestore(dataFolder: string): void {
  if (existsSync(join(dataFolder, restoreMark))) {
    throw new Error(
      `A restore into ${dataFolder} was interrupted. Run it again: hub restore <file> --data ${dataFolder}`,
    );
  }
}

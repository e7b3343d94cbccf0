import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The bytes of a database and its log. */
export interface DiskState {
  readonly database: Buffer;
  readonly log: Buffer;
}

/** What a disk writes as a whole. */
const sectorBytes = 512;
/** A log is begun anew with a header, which SQLite syncs before it writes the first frame after it. */
const headerBytes = 32;

export function readDisk(path: string): DiskState {
  return { database: bytesOf(path), log: bytesOf(`${path}-wal`) };
}

/** Writes the files as a computer finds them that starts again; returns the database's path. */
export function writeDisk(folder: string, { database, log }: DiskState): string {
  mkdirSync(folder);
  const path = join(folder, "hub.sqlite");
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  return path;
}

/** Whether a checkpoint has written to the database, or the log was begun anew. */
export function isCheckpointed(before: DiskState, after: DiskState): boolean {
  return !before.database.equals(after.database) || !headerOf(before).equals(headerOf(after));
}

/**
 * A disk that loses its power between two syncs of ours: of what was written since the first, each sector
 * is there or not, as chance has it. What SQLite itself syncs in between is there: the log before a
 * checkpoint, the header of a new log. (`strace` shows these syncs.)
 */
export function cutPower(
  before: DiskState,
  after: DiskState,
  random: (bound: number) => number,
): DiskState {
  const isSameLog = headerOf(before).equals(headerOf(after));
  if (!isSameLog) {
    // The database was written and synced before, perhaps in the same batch.
    return {
      database: after.database,
      log: mixSectors(beginLog(before, after), after.log, random),
    };
  }
  const isCheckpoint = !before.database.equals(after.database) && random(2) === 0;
  return isCheckpoint
    ? { database: mixSectors(before.database, after.database, random), log: after.log }
    : { database: before.database, log: mixSectors(before.log, after.log, random) };
}

/** The log with a new header and the old frames, which its numbers make void. */
function beginLog(before: DiskState, after: DiskState): Buffer {
  const log = Buffer.from(before.log);
  after.log.copy(log, 0, 0, headerBytes);
  return log;
}

function mixSectors(before: Buffer, after: Buffer, random: (bound: number) => number): Buffer {
  const shorter = Math.min(before.length, after.length);
  const length = shorter + random(Math.max(before.length, after.length) - shorter + 1);
  const mixed = Buffer.alloc(length);
  before.copy(mixed);
  // Of some disks nearly all is there, of others nearly nothing.
  const share = random(11);
  for (let at = 0; at < length; at += sectorBytes) {
    if (random(10) < share) {
      after.copy(mixed, at, at, Math.min(at + sectorBytes, length));
    }
  }
  return mixed;
}

function headerOf({ log }: DiskState): Buffer {
  return log.subarray(0, headerBytes);
}

function bytesOf(path: string): Buffer {
  return existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
}

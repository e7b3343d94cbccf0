import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

import { checkHubFile, endSignIns } from "../store/sqlite/hubFile.ts";
import { openSqliteStore } from "../store/sqlite/sqliteStore.ts";
import { syncFolder } from "./atomicFile.ts";
import { auditHeadName, databaseName, restoreMark, walNames } from "./dataFiles.ts";
import { openDataFolder } from "./dataFolder.ts";

export interface RestoreOptions {
  readonly file: string;
  readonly dataFolder: string;
  readonly nonce: string;
  readonly now: number;
  readonly takesBroken?: boolean;
}

export interface Restored {
  readonly database: string;
  readonly aside: string | undefined;
  readonly events: number;
}

/**
 * Restores a copy and moves the old files aside, because SQLite would write an old `-wal` into the copy. A mark
 * prevents every start of a hub meanwhile.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<Restored> {
  const { dataFolder, nonce } = options;
  requireBackup(options);
  const lock = openDataFolder(dataFolder, nonce);
  try {
    return await restoreInto(options);
  } finally {
    lock.release();
  }
}

async function restoreInto(options: RestoreOptions): Promise<Restored> {
  const { file, dataFolder, now } = options;
  const database = join(dataFolder, databaseName);
  const staged = `${database}.restoring`;
  discard(staged);
  try {
    copyFileSync(file, staged);
    checkHubFile(staged, file);
    const events = await adopt(staged, options);
    const mark = join(dataFolder, restoreMark);
    writeFileSync(mark, `${file}\n`, { mode: 0o600 });
    syncFolder(dataFolder);
    const aside = putAside(dataFolder, now);
    renameSync(staged, database);
    syncFolder(dataFolder);
    rmSync(mark);
    return { database, aside, events };
  } finally {
    discard(staged);
  }
}

function requireBackup({ file, dataFolder }: RestoreOptions): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts?.isFile()) {
    throw new Error(`There is no file ${file}. Name the one that "hub backup" made.`);
  }
  const database = join(dataFolder, databaseName);
  if (existsSync(database) && realpathSync(file) === realpathSync(database)) {
    throw new Error(`${file} is the database of this hub itself, not a copy of it.`);
  }
  const leftover = walNames(file).find((name) => sizeOf(name) > 0);
  if (leftover !== undefined) {
    throw new Error(
      `${leftover} stands beside the file: it is a database in use or one that crashed, not a backup, and ` +
        'not all of it is in the file. Start a hub on it and make a copy with "hub backup"; or move ' +
        `${basename(leftover)} away if it does not belong to the file.`,
    );
  }
  if (!isDatabase(file)) {
    throw new Error(`${file} is no database. Name the file that "hub backup" made.`);
  }
}

function isDatabase(file: string): boolean {
  const magic = "SQLite format 3\0";
  const start = Buffer.alloc(magic.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, magic.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString("latin1") === magic;
}

async function adopt(
  path: string,
  { file, now, takesBroken = false }: RestoreOptions,
): Promise<number> {
  const store = openSqliteStore(path, { now: () => now });
  let events: number;
  try {
    const { isIntact, problem = "" } = await store.audit.verify();
    if (!isIntact && !takesBroken) {
      throw new Error(
        `The audit of the copy is not intact: ${problem} With --force it is restored.`,
      );
    }
    const { seq } = await store.audit.append({
      kind: "admin.change",
      time: now,
      detail: {
        action: "restore",
        object: "database",
        name: basename(file),
        by: "command line",
        ...(!isIntact && { problem }),
      },
    });
    events = seq;
  } finally {
    await store.close();
  }
  endSignIns(path);
  const leftover = walNames(path).find((wal) => sizeOf(wal) > 0);
  if (leftover !== undefined) {
    throw new Error(`The copy could not be closed: ${leftover} is still there.`);
  }
  const descriptor = openSync(path, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  return events;
}

function putAside(dataFolder: string, now: number): string | undefined {
  const database = join(dataFolder, databaseName);
  const old = [database, ...walNames(database), join(dataFolder, auditHeadName)].filter((path) =>
    existsSync(path),
  );
  if (old.length === 0) {
    return undefined;
  }
  const aside = asideFolder(dataFolder, now);
  for (const path of old) {
    renameSync(path, join(aside, basename(path)));
  }
  syncFolder(aside);
  return aside;
}

function asideFolder(dataFolder: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/gu, "-");
  for (let count = 1; ; count += 1) {
    const path = join(dataFolder, `before-restore-${stamp}${count === 1 ? "" : `-${count}`}`);
    if (!existsSync(path)) {
      mkdirSync(path, { mode: 0o700 });
      return path;
    }
  }
}

function discard(path: string): void {
  for (const name of [path, ...walNames(path)]) {
    rmSync(name, { force: true });
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { isCode } from "../../shared/base/errorCode.ts";
import { walNames } from "../config/dataFiles.ts";
import { readSettings } from "../store/builtInRecords.ts";
import type { Store } from "../store/store.ts";
import { localTime } from "../values/calendar.ts";
import type { ExportAudit } from "./base/adminDeps.ts";
import { readHeadFile } from "./base/auditHead.ts";

export async function auditVerify(
  { audit }: Pick<Store, "audit">,
  headFile?: string,
): Promise<{ readonly isIntact: boolean; readonly text: string }> {
  const head = headFile === undefined ? undefined : readHeadFile(headFile);
  const { isIntact, seq, hash, events, problem = "" } = await audit.verify(head);
  const compared = head
    ? `The head that was kept outside the database, event ${head.seq}, is in it.`
    : "No head was kept outside the database to compare it with.";
  return {
    isIntact,
    text: isIntact
      ? `The audit is intact: ${events} events, the newest is ${seq} with the hash ${hash}. ${compared}`
      : `The audit is NOT intact, at event ${seq}: ${problem}`,
  };
}

export async function auditExport(
  store: Pick<Store, "audit" | "records">,
  exportAudit: ExportAudit,
  to: { readonly format: "csv" | "jsonl"; readonly out: Writable },
): Promise<void> {
  const { timeZone } = await readSettings(store);
  const timeText = (time: number): string => localTime(time, timeZone);
  const pieces = Readable.from(exportAudit(store.audit.read({}), to.format, timeText));
  await pipeline(pieces, to.out, { end: false });
}

/** Copies the database while the hub runs. Replaces a file only with `mayReplace`, after the copy is complete. */
export async function backup(
  store: Pick<Store, "backup">,
  path: string,
  { mayReplace = false }: { readonly mayReplace?: boolean } = {},
): Promise<string> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${path} is a folder. Name a file, such as ${join(path, "hub.db")}.`);
  }
  const inTheWay = walNames(path).find((name) => existsSync(name));
  if (inTheWay !== undefined) {
    throw new Error(
      `${path} is in use, or was when something crashed: ${inTheWay} would be mixed into the copy. ` +
        "Give another name, or move that file away.",
    );
  }
  const isReplacing = mayReplace && existsSync(path);
  if (!isReplacing) {
    takeName(path);
  }
  const copy = `${path}.${process.pid}.tmp`;
  try {
    await store.backup(copy);
    renameSync(copy, path);
  } catch (error) {
    for (const name of [copy, ...walNames(copy), ...(isReplacing ? [] : [path])]) {
      rmSync(name, { force: true });
    }
    throw error;
  }
  return `The database was copied to ${path}.`;
}

function takeName(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (isCode(error, "EEXIST")) {
      throw new Error(
        `There is a file ${path} already. Give another name, or replace it with --force.`,
        { cause: error },
      );
    }
    const folder = dirname(resolve(path));
    throw existsSync(folder)
      ? new Error(`No file can be made in ${folder}. Name another folder.`, { cause: error })
      : new Error(`There is no folder ${folder}. Make it first, or name another.`, {
          cause: error,
        });
  }
}

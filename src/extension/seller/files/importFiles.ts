import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import * as files from "node:fs/promises";
import { readFile, readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import { takeImportLock } from "../../../seller/csv/run/importLock.ts";
import {
  importLogLine,
  LineStates,
  readImportLog,
  type RowState,
} from "../../../seller/csv/run/lineStates.ts";
import { systemClock } from "../../../shared/base/clock.ts";
import { isAlive } from "../../../sharedNode/liveProcess.ts";
import type { ImportRecord, ImportStorage } from "../import/importStorage.ts";
import { AppendFile } from "./appendFile.ts";

const logName = "rows.log";
const failedName = "failed.csv";
const keptMs = 30 * 24 * 3_600_000;

export class ImportFiles implements ImportStorage {
  readonly #folder: string;
  readonly #trustedTime: () => Promise<number>;
  readonly #locks: string;

  constructor(folder: string, trustedTime: () => Promise<number>, locks = join(folder, "locks")) {
    this.#folder = folder;
    this.#trustedTime = trustedTime;
    this.#locks = locks;
  }

  lock(
    ...[environment, file]: Parameters<ImportStorage["lock"]>
  ): ReturnType<typeof takeImportLock> {
    return takeImportLock(
      {
        files,
        folder: this.#locks,
        clock: systemClock,
        newId: randomUUID,
        pid: process.pid,
        machine: hostname(),
        isAlive,
      },
      environment,
      file,
    );
  }

  async open(id: string): Promise<ImportRecord> {
    await this.#forgetOld();
    const folder = join(this.#folder, id);
    const states = await statesIn(folder);
    if (!existsSync(join(folder, logName))) {
      await rm(folder, { recursive: true, force: true });
    }
    return new ImportFolder(folder, states);
  }

  async earlier(id: string): Promise<number> {
    const states = await statesIn(join(this.#folder, id));
    const ended = ["done", "failed", "unknown", "accepted"] as const;
    return ended.reduce((sum, state) => sum + states.count(state), 0);
  }

  hash(): { update(data: Uint8Array | string): void; digest(): string } {
    const hash = createHash("sha256");
    return {
      update: (data) => void hash.update(data),
      digest: () => hash.digest("hex"),
    };
  }

  async #forgetOld(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const now = await this.#trustedTime();
    for (const name of names) {
      const path = join(this.#folder, name);
      // Another window may have removed it just now.
      const stats = await stat(path).catch(() => undefined);
      if (stats && now - stats.mtimeMs > keptMs) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }
}

class ImportFolder implements ImportRecord {
  readonly states: LineStates;
  readonly #folder: string;
  readonly #log: AppendFile;
  readonly #failed: AppendFile;
  #hasFailed: boolean;
  #isOver = false;

  constructor(folder: string, states: LineStates) {
    this.states = states;
    this.#folder = folder;
    this.#log = new AppendFile(join(folder, logName), { isLog: true });
    this.#failed = new AppendFile(join(folder, failedName));
    const failed = statSync(join(folder, failedName), { throwIfNoEntry: false });
    this.#hasFailed = failed !== undefined && failed.size > 0;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  async note(line: number, state: RowState): Promise<void> {
    // A reading after the end must not begin a log that another import of the file would resume.
    if (this.#isOver) {
      return;
    }
    // A sent row must not be sent again, so its line must survive a loss of power.
    await this.#log.append(importLogLine(line, state), { isDurable: state === "sent" });
  }

  async addFailed(text: string): Promise<void> {
    this.#hasFailed = true;
    await this.#failed.append(text);
  }

  failedRows(): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#folder, failedName));
  }

  async close(isOver: boolean): Promise<void> {
    await Promise.all([this.#log.settled(), this.#failed.settled()]);
    this.#isOver = isOver;
    if (isOver) {
      await rm(join(this.#folder, logName), { force: true });
    }
  }
}

/** The states of an import's rows. Rejects if the log is unreadable, because its rows would be sent a second time. */
async function statesIn(folder: string): Promise<LineStates> {
  const states = new LineStates();
  const path = join(folder, logName);
  const log = existsSync(path) ? await readFile(path, "utf8") : "";
  // The text after the last line end is a torn line.
  readImportLog(log.split("\n").slice(0, -1), states);
  return states;
}

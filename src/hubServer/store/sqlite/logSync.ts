import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { promisify } from "node:util";

export type SyncPlace = "here" | "pool";

export type SyncFile = (descriptor: number, place: SyncPlace) => Promise<void>;

export interface LogSyncOptions {
  readonly now: () => number;
  readonly syncFile?: SyncFile;
}

const chunkBytes = 1 << 20;
const quickMs = 1;
const inPool = promisify(fdatasync);

async function syncOnDisk(descriptor: number, place: SyncPlace): Promise<void> {
  if (place === "here") {
    fdatasyncSync(descriptor);
  } else {
    await inPool(descriptor);
  }
}

/** Syncs SQLite's log, which is never replaced while it is open. */
export class LogSync {
  readonly #path: string;
  readonly #now: () => number;
  readonly #syncFile: SyncFile;
  #isQuick = false;
  #descriptor: number | undefined;
  #isInDoubt = false;

  constructor(database: string, { now, syncFile = syncOnDisk }: LogSyncOptions) {
    this.#path = `${database}-wal`;
    this.#now = now;
    this.#syncFile = syncFile;
  }

  /** True after a failed sync: part of the log may be missing even if the next sync succeeds. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** Opens the log early, because a background write error shows only in descriptors that were open before it. */
  open(): void {
    this.#openLog();
  }

  /**
   * Syncs the log; in this thread if it is alone and the last sync was quick, because a pool thread costs more. A
   * disk that becomes slow blocks the thread once.
   */
  async sync(isAlone: boolean): Promise<void> {
    const begunAt = this.#now();
    const place = isAlone && this.#isQuick ? "here" : "pool";
    try {
      await this.#syncFile(this.#openLog(), place);
      const ms = this.#now() - begunAt;
      this.#isQuick = ms >= 0 && ms <= quickMs;
    } catch (error) {
      this.#isQuick = false;
      this.#isInDoubt = true;
      throw error;
    }
  }

  /**
   * Writes the log again. A second sync alone proves nothing: Linux reports an error once and then treats the pages
   * as written. No process may write meanwhile.
   */
  async mend(): Promise<void> {
    const descriptor = this.#openLog();
    const { size } = fstatSync(descriptor);
    const chunk = Buffer.alloc(Math.min(size, chunkBytes));
    for (let at = 0; at < size;) {
      const length = readSync(descriptor, chunk, 0, chunk.length, at);
      if (length === 0) {
        break;
      }
      writeWhole(descriptor, chunk.subarray(0, length), at);
      at += length;
    }
    await this.#syncFile(descriptor, "pool");
    this.#isInDoubt = false;
  }

  close(): void {
    if (this.#descriptor !== undefined) {
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }

  #openLog(): number {
    this.#descriptor ??= openSync(this.#path, "r+");
    return this.#descriptor;
  }
}

function writeWhole(descriptor: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  }
}

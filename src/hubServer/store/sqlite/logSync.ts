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

/** Where a sync waits for the disk: in this thread, or in one of the pool. */
export type SyncPlace = "here" | "pool";

/** Puts the file of a descriptor on the disk. */
export type SyncFile = (descriptor: number, place: SyncPlace) => Promise<void>;

export interface LogSyncOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly syncFile?: SyncFile;
}

const chunkBytes = 1 << 20;
/** A disk whose last sync took longer is slow. */
const quickMs = 1;
const inPool = promisify(fdatasync);

async function syncOnDisk(descriptor: number, place: SyncPlace): Promise<void> {
  if (place === "here") {
    fdatasyncSync(descriptor);
  } else {
    await inPool(descriptor);
  }
}

/**
 * Puts SQLite's write-ahead log on the disk. SQLite keeps the file open, and so in its place, from
 * the first transaction until its connection is closed: a checkpoint of any process begins it anew
 * or shortens it, but does not replace it.
 */
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

  /** A sync failed: some of the log may not be on the disk, however well the next sync goes. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** Keeps the log open: an error in the background shows only in descriptors from before it. */
  open(): void {
    this.#openLog();
  }

  /**
   * Resolves when everything that was committed before is on the disk. `isAlone`: nobody else needs
   * this thread now. It then waits for the disk itself if its last sync was quick, as the way to
   * another thread and back costs more than such a sync: a disk that becomes slow holds it up once.
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
   * After a failed sync: writes the whole log again, and syncs it. A second sync alone proves
   * nothing: Linux reports an error once and then takes the pages for written. No process may
   * write meanwhile.
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

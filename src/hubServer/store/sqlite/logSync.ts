import { closeSync, fdatasync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { promisify } from "node:util";

/** Puts the file of a descriptor on the disk. */
export type SyncFile = (descriptor: number) => Promise<void>;

const chunkBytes = 1 << 20;

/**
 * Puts SQLite's write-ahead log on the disk, off this thread. SQLite keeps the file open, and so
 * in its place, from the first transaction until its connection is closed: a checkpoint of any
 * process begins it anew or shortens it, but does not replace it.
 */
export class LogSync {
  readonly #path: string;
  readonly #syncFile: SyncFile;
  #descriptor: number | undefined;
  #isInDoubt = false;

  constructor(database: string, syncFile: SyncFile = promisify(fdatasync)) {
    this.#path = `${database}-wal`;
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

  /** Resolves when everything that was committed before is on the disk. */
  async sync(): Promise<void> {
    try {
      await this.#syncFile(this.#openLog());
    } catch (error) {
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
    await this.#syncFile(descriptor);
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

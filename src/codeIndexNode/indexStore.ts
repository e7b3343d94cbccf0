import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";

import { isAlive } from "../agentNode/liveProcess.ts";
import { isCode, writeSynced } from "../agentNode/syncedFile.ts";
import type { KeptBytes } from "../codeIndex/folderPlace.ts";
import { isRecord, parseJson } from "../shared/json.ts";

const lockName = "code.lock";
/** No index of 60,000 files is larger. */
const maxBytes = 512 * 1024 * 1024;
/** A lock is renewed every minute; one that is older belongs to a process that died. */
const staleMs = 5 * 60_000;

interface Owner {
  readonly id: string;
  readonly pid: number;
}

export interface IndexStoreOptions {
  /** The folder of the index, which belongs to nobody else. */
  readonly folder: string;
  readonly now: () => number;
}

/**
 * Where the index of one folder is kept. Of several windows, the one that holds the lock writes; the others read and
 * keep their changes in memory. A crash leaves the old file or the new one, but whole.
 */
export class IndexStore implements KeptBytes {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #id = randomUUID();
  #holdsLock = false;

  constructor({ folder, now }: IndexStoreOptions) {
    this.#folder = folder;
    this.#now = now;
  }

  /** The bytes of a file of the index; undefined if there is none. */
  async read(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, name);
    try {
      return (await stat(path)).size > maxBytes ? undefined : await readFile(path);
    } catch {
      // Not there or not readable: it is built again.
      return undefined;
    }
  }

  /** Writes a file of the index if this window may; false if another one writes, or the disk fails. */
  async write(name: string, bytes: Uint8Array): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      if (!(await this.#lock())) {
        return false;
      }
      const temporary = join(this.#folder, `${name}.${this.#id}.tmp`);
      try {
        await this.#deleteHalves(name);
        await writeSynced(temporary, bytes, 0o600);
        await rename(temporary, join(this.#folder, name));
      } finally {
        await rm(temporary, { force: true });
      }
      return true;
    } catch {
      // A failing disk is no error: the index can be built again.
      return false;
    }
  }

  /**
   * Deletes what processes that died in the middle of a write or of a lock have left. Only who has the lock writes;
   * another window that is about to ask for it is refused either way.
   */
  async #deleteHalves(name: string): Promise<void> {
    const all = await readdir(this.#folder);
    const halves = all.filter(
      (one) =>
        (one.startsWith(`${name}.`) || one.startsWith(`${lockName}.`)) && one.endsWith(".tmp"),
    );
    await Promise.all(halves.map((one) => rm(join(this.#folder, one), { force: true })));
  }

  /** Bytes of all files of the index; 0 if there are none. */
  async size(): Promise<number> {
    try {
      const names = (await readdir(this.#folder)).filter((name) => name.endsWith(".index"));
      const found = await Promise.all(names.map((name) => stat(join(this.#folder, name))));
      return found.reduce((sum, { size }) => sum + size, 0);
    } catch {
      return 0;
    }
  }

  /** Deletes one file of the index from the disk. */
  async deleteOne(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** Deletes the index from the disk. */
  async delete(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    this.#holdsLock = false;
  }

  /** Lets another window write. */
  async close(): Promise<void> {
    if (this.#holdsLock && (await this.#isOurs())) {
      await unlink(this.#lockPath).catch(() => undefined);
    }
    this.#holdsLock = false;
  }

  get #lockPath(): string {
    return join(this.#folder, lockName);
  }

  async #lock(): Promise<boolean> {
    if (this.#holdsLock && (await this.#isOurs())) {
      const seconds = this.#now() / 1_000;
      await utimes(this.#lockPath, seconds, seconds);
      return true;
    }
    this.#holdsLock = (await this.#take()) || ((await this.#isStale()) && (await this.#take()));
    return this.#holdsLock;
  }

  /** Makes the lock with its content at once, so that nobody reads half of it. */
  async #take(): Promise<boolean> {
    const temporary = `${this.#lockPath}.${this.#id}.tmp`;
    try {
      await rm(temporary, { force: true });
      await writeSynced(temporary, JSON.stringify({ id: this.#id, pid: process.pid }), 0o600);
      const seconds = this.#now() / 1_000;
      await utimes(temporary, seconds, seconds);
      await link(temporary, this.#lockPath);
      return true;
    } catch (error) {
      if (isCode(error, "EEXIST")) {
        return false;
      }
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Removes the lock of a process that died. */
  async #isStale(): Promise<boolean> {
    try {
      const found = await stat(this.#lockPath);
      const owner = await this.#owner();
      const isOld = this.#now() - found.mtimeMs > staleMs;
      if (isOld || (owner && !isAlive(owner.pid))) {
        await unlink(this.#lockPath);
        return true;
      }
      return false;
    } catch (error) {
      return isCode(error, "ENOENT");
    }
  }

  async #isOurs(): Promise<boolean> {
    return (await this.#owner())?.id === this.#id;
  }

  async #owner(): Promise<Owner | undefined> {
    try {
      const owner = parseJson(await readFile(this.#lockPath, "utf8"));
      const { id, pid } = isRecord(owner) ? owner : {};
      return typeof id === "string" && Number.isInteger(pid) ? { id, pid: Number(pid) } : undefined;
    } catch {
      // Gone, or written by something else.
      return undefined;
    }
  }
}

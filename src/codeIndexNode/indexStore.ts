import { randomUUID } from "node:crypto";
import { link, lstat, mkdir, readdir, rename, rm, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";

import { writeSynced } from "../agentNode/files/syncedFile.ts";
import type { KeptBytes } from "../codeIndex/folderPlace.ts";
import { isCode } from "../shared/base/errorCode.ts";
import { isRecord, parseJson } from "../shared/base/json.ts";
import { isAlive } from "../sharedNode/liveProcess.ts";
import { readRegular } from "../sharedNode/regularFile.ts";

const lockName = "code.lock";
const maxBytes = 512 * 1024 * 1024;
const maxOwnerBytes = 1_000;
/** The lock is renewed every minute; an older lock belongs to a dead process. */
const staleMs = 5 * 60_000;

interface Owner {
  readonly id: string;
  readonly pid: number;
}

export interface IndexStoreOptions {
  readonly folder: string;
  readonly now: () => number;
}

/** Only the window with the lock writes; others keep changes in memory. A crash leaves the whole old or new file. */
export class IndexStore implements KeptBytes {
  readonly #folder: string;
  readonly #now: () => number;
  readonly #id = randomUUID();
  #holdsLock = false;

  constructor({ folder, now }: IndexStoreOptions) {
    this.#folder = folder;
    this.#now = now;
  }

  read(name: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = readRegular(join(this.#folder, name), maxBytes);
      return Promise.resolve(bytes && bytes.length <= maxBytes ? bytes : undefined);
    } catch {
      // Missing or unreadable: the index is rebuilt.
      return Promise.resolve(undefined);
    }
  }

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
      // The index can be rebuilt.
      return false;
    }
  }

  /** Deletes leftovers of dead processes: only the lock's owner writes. */
  async #deleteHalves(name: string): Promise<void> {
    const all = await readdir(this.#folder);
    const halves = all.filter(
      (one) =>
        (one.startsWith(`${name}.`) || one.startsWith(`${lockName}.`)) && one.endsWith(".tmp"),
    );
    await Promise.all(halves.map((one) => rm(join(this.#folder, one), { force: true })));
  }

  async size(): Promise<number> {
    try {
      const names = (await readdir(this.#folder)).filter((name) => name.endsWith(".index"));
      const found = await Promise.all(names.map((name) => lstat(join(this.#folder, name))));
      return found.reduce((sum, { size }) => sum + size, 0);
    } catch {
      return 0;
    }
  }

  async deleteOne(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async delete(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    this.#holdsLock = false;
  }

  async close(): Promise<void> {
    if (this.#holdsLock && this.#isOurs()) {
      await unlink(this.#lockPath).catch(() => undefined);
    }
    this.#holdsLock = false;
  }

  get #lockPath(): string {
    return join(this.#folder, lockName);
  }

  async #lock(): Promise<boolean> {
    if (this.#holdsLock && this.#isOurs()) {
      const seconds = this.#now() / 1_000;
      await utimes(this.#lockPath, seconds, seconds);
      return true;
    }
    this.#holdsLock = (await this.#take()) || ((await this.#isStale()) && (await this.#take()));
    return this.#holdsLock;
  }

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

  async #isStale(): Promise<boolean> {
    try {
      const found = await lstat(this.#lockPath);
      const owner = this.#owner();
      const isUnusable = !found.isFile() || this.#now() - found.mtimeMs > staleMs;
      if (isUnusable || (owner && !isAlive(owner.pid))) {
        await unlink(this.#lockPath);
        return true;
      }
      return false;
    } catch (error) {
      return isCode(error, "ENOENT");
    }
  }

  #isOurs(): boolean {
    return this.#owner()?.id === this.#id;
  }

  #owner(): Owner | undefined {
    try {
      const owner = parseJson(new TextDecoder().decode(readRegular(this.#lockPath, maxOwnerBytes)));
      const { id, pid } = isRecord(owner) ? owner : {};
      return typeof id === "string" && Number.isInteger(pid) ? { id, pid: Number(pid) } : undefined;
    } catch {
      // Deleted, or written by another program.
      return undefined;
    }
  }
}

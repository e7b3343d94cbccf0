import { type FileHandle, open } from "node:fs/promises";

import { hashOf } from "./contentStore.ts";

/** What waits in memory at most, in bytes. */
const maxWaiting = 8_388_608;

/** Contents one after another in one file, so that thousands of them need one wait for the disk. */
export class ContentPack {
  readonly #file: string;
  #handle: FileHandle | undefined;
  #waiting: Buffer[] = [];
  #length = 0;
  #written = 0;
  #synced = 0;

  /** An older pack of the name is replaced at the first content. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Bytes of all contents. */
  get length(): number {
    return this.#length;
  }

  /** Adds a content, which is on the disk after the next `sync`. */
  async add(content: Buffer): Promise<{ readonly start: number; readonly hash: string }> {
    const start = this.#length;
    this.#waiting.push(content);
    this.#length += content.length;
    if (this.#length - this.#written > maxWaiting) {
      await this.#write();
    }
    return { start, hash: hashOf(content) };
  }

  /** Resolves when all contents are on the disk. */
  async sync(): Promise<void> {
    await this.#write();
    if (this.#synced < this.#written) {
      await this.#handle?.datasync();
      this.#synced = this.#written;
    }
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) {
      return;
    }
    this.#handle ??= await open(this.#file, "w", 0o600);
    const bytes = Buffer.concat(this.#waiting);
    await this.#handle.write(bytes, 0, bytes.length, this.#written);
    this.#written += bytes.length;
    this.#waiting = [];
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

/** A content of a pack; undefined if it is damaged. */
export async function contentOfPack(
  file: string,
  { start, size, hash }: { readonly start: number; readonly size: number; readonly hash: string },
): Promise<Buffer | undefined> {
  const handle = await open(file, "r");
  try {
    const content = Buffer.alloc(size);
    await handle.read(content, 0, size, start);
    return hashOf(content) === hash ? content : undefined;
  } finally {
    await handle.close();
  }
}

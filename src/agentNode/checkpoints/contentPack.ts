import { open } from "node:fs/promises";

import { hashOf } from "../files/contentStore.ts";

const maxWaiting = 8_388_608;

/** Thousands of contents in one file need only one sync. */
export class ContentPack {
  readonly #file: string;
  #waiting: Buffer[] = [];
  #length = 0;
  #written = 0;
  #synced = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get length(): number {
    return this.#length;
  }

  /** The content is on disk after the next `sync`. */
  async add(content: Buffer): Promise<{ readonly start: number; readonly hash: string }> {
    const start = this.#length;
    this.#waiting.push(content);
    this.#length += content.length;
    if (this.#length - this.#written > maxWaiting) {
      await this.#write();
    }
    return { start, hash: hashOf(content) };
  }

  async sync(): Promise<void> {
    await this.#write();
    if (this.#synced < this.#written) {
      const file = await open(this.#file, "r+");
      try {
        await file.datasync();
      } finally {
        await file.close();
      }
      this.#synced = this.#written;
    }
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) {
      return;
    }
    const bytes = Buffer.concat(this.#waiting);
    const file = await open(this.#file, this.#written === 0 ? "w" : "r+", 0o600);
    try {
      await file.write(bytes, 0, bytes.length, this.#written);
    } finally {
      await file.close();
    }
    this.#written += bytes.length;
    this.#waiting = [];
  }
}

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

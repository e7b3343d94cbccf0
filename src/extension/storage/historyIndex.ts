import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";

import { emptyDigest } from "../../chat/search/conversationDigest.ts";
import type { LibraryEntry } from "../../chat/search/conversationLibrary.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import { readChecked, writeChecked } from "./checkedFile.ts";
import { type ConversationFolder, idOfFile } from "./conversationFolder.ts";
import { entryOf, type FileFacts, type IndexItem, readIndexItem } from "./indexItem.ts";
import { createSlices } from "./slices.ts";

const indexName = "index.json";
const format = "ai-hub-index-2";

/** List entries in one file, as a cache: entries that are missing, damaged or older than their file are read again. */
export class HistoryIndex {
  readonly #folder: ConversationFolder;
  #items: Map<string, IndexItem> | undefined;
  /** Entries by item. Items are replaced, never changed, so they can be keys. */
  readonly #entries = new WeakMap<IndexItem, LibraryEntry>();
  #updating: Promise<unknown> = Promise.resolve();

  constructor(folder: ConversationFolder) {
    this.#folder = folder;
  }

  entries(): Promise<readonly LibraryEntry[]> {
    return this.#inTurn(() => this.#update());
  }

  endOf(id: string): number {
    return this.#items?.get(id)?.end ?? 0;
  }

  isThere(id: string): boolean {
    return this.#items?.has(id) ?? true;
  }

  forget(id: string): Promise<void> {
    return this.#inTurn(async () => {
      const items = this.#items ?? (await this.#load());
      this.#items = items;
      if (items.delete(id)) {
        await this.#save(items);
      }
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#updating.then(work);
    this.#updating = done.catch(() => undefined);
    return done;
  }

  async #update(): Promise<readonly LibraryEntry[]> {
    const items = this.#items ?? (await this.#load());
    this.#items = items;
    const files = await this.#files();
    let hasChanged = false;
    for (const id of items.keys()) {
      hasChanged = (!files.has(id) && items.delete(id)) || hasChanged;
    }
    const pause = createSlices();
    for (const [id, facts] of files) {
      const known = items.get(id);
      if (known?.size !== facts.size || known.time !== facts.time) {
        await pause();
        items.set(id, await this.#read(id, facts, known));
        hasChanged = true;
      }
    }
    if (hasChanged) {
      await this.#save(items);
    }
    return [...items].flatMap(([id, item]) => this.#entry(id, item) ?? []);
  }

  #entry(id: string, item: IndexItem): LibraryEntry | undefined {
    const known = this.#entries.get(item);
    const entry = known ?? entryOf(id, item);
    if (entry && !known) {
      this.#entries.set(item, entry);
    }
    return entry;
  }

  async #files(): Promise<ReadonlyMap<string, FileFacts>> {
    const files = new Map<string, FileFacts>();
    const pause = createSlices();
    for (const name of await readdir(this.#folder.path).catch(emptyIfMissing)) {
      const id = idOfFile(name);
      const pausing = pause();
      if (pausing) {
        await pausing;
      }
      // Synchronous: ten times as fast as promises for ten thousand files.
      const facts =
        id === undefined ? undefined : statSync(this.#folder.file(name), { throwIfNoEntry: false });
      if (id !== undefined && facts?.isFile() === true) {
        files.set(id, { size: facts.size, time: facts.mtimeMs });
      }
    }
    return files;
  }

  async #read(id: string, facts: FileFacts, known: IndexItem | undefined): Promise<IndexItem> {
    try {
      return await readIndexItem(this.#folder.conversation(id), facts, known);
    } catch {
      // Unreadable or deleted: the next call reads it again.
      return { end: 0, digest: emptyDigest, ...known, size: -1, time: -1 };
    }
  }

  async #load(): Promise<Map<string, IndexItem>> {
    const path = this.#folder.file(indexName);
    const kept = await readChecked<readonly [id: string, item: IndexItem]>(path, format);
    return new Map(kept?.items);
  }

  async #save(items: ReadonlyMap<string, IndexItem>): Promise<void> {
    await writeChecked(this.#folder.file(indexName), format, { items: [...items] });
  }
}

function emptyIfMissing(error: unknown): string[] {
  if (isCode(error, "ENOENT")) {
    return [];
  }
  throw error;
}

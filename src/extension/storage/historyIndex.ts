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
/** Change this whenever the shape of an item changes. */
const format = "ai-hub-index-2";

/**
 * The list entries of all conversations, in one file beside them. It is only a copy: an entry that
 * is missing, damaged or older than its conversation's file is read from that file again.
 */
export class HistoryIndex {
  readonly #folder: ConversationFolder;
  #items: Map<string, IndexItem> | undefined;
  /** List entries by item. Items are replaced, never changed. */
  readonly #entries = new WeakMap<IndexItem, LibraryEntry>();
  #updating: Promise<unknown> = Promise.resolve();

  constructor(folder: ConversationFolder) {
    this.#folder = folder;
  }

  /** All conversations with at least one message, as their files are now. */
  entries(): Promise<readonly LibraryEntry[]> {
    return this.#inTurn(() => this.#update());
  }

  /** How far the file of a conversation was read last time, in bytes. */
  endOf(id: string): number {
    return this.#items?.get(id)?.end ?? 0;
  }

  /** Whether a conversation was there at the last `entries`; true before the first. */
  isThere(id: string): boolean {
    return this.#items?.has(id) ?? true;
  }

  /** Removes a conversation from the index. */
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
      // Synchronous: for ten thousand files this takes a tenth of the time of promises.
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
      // The file cannot be read now, or was deleted meanwhile: it is read again next time.
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

import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";

import type {
  ConversationLibrary,
  LibraryEntry,
  LibraryHit,
} from "../../chat/search/conversationLibrary.ts";
import { searchConversation } from "../../chat/search/excerpt.ts";
import { searchTerms } from "../../chat/search/searchTerms.ts";
import type { Attachment } from "../../context/attachment.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import type { ChatEvent, Conversation } from "../../shared/conversation/conversation.ts";
import { isTemporary } from "./atomicFile.ts";
import {
  conversationFile,
  type ConversationFolder,
  draftFile,
  guarded,
  idOfFile,
} from "./conversationFolder.ts";
import { HistoryIndex } from "./historyIndex.ts";
import { OpenMarks } from "./openMarks.ts";
import { SearchIndex, termHashes } from "./searchIndex.ts";
import { createSlices } from "./slices.ts";

/** Another window may still offer to undo younger deletions. */
const undoMs = 60_000;

export interface LibraryFiles {
  read(id: string): Promise<Conversation>;
  append(
    id: string,
    events: readonly ChatEvent[],
    attachments: readonly Attachment[],
  ): Promise<void>;
  setFavourite(id: string, isFavourite: boolean): Promise<void>;
  forget(id: string): Promise<void>;
}

export class HistoryLibrary implements ConversationLibrary {
  readonly #folder: ConversationFolder;
  readonly #files: LibraryFiles;
  readonly #index: HistoryIndex;
  readonly #searchIndex: SearchIndex;
  readonly #removed = new Set<string>();
  #isSwept = false;

  constructor(folder: ConversationFolder, files: LibraryFiles) {
    this.#folder = folder;
    this.#files = files;
    this.#index = new HistoryIndex(folder);
    this.#searchIndex = new SearchIndex(folder);
  }

  async entries(): Promise<readonly LibraryEntry[]> {
    return await guarded("list conversations", async () => {
      await this.#sweep();
      return await this.#index.entries();
    });
  }

  async prepareSearch(): Promise<void> {
    await this.#searchIndex.prepare();
  }

  async *search(
    text: string,
    entries: readonly LibraryEntry[],
  ): AsyncGenerator<LibraryHit | undefined> {
    const terms = searchTerms(text);
    const hashes = termHashes(terms);
    const pause = createSlices();
    for (const entry of entries) {
      const pausing = pause();
      if (pausing) {
        await pausing;
        yield undefined;
      }
      const hit = await this.#hit(entry, terms, hashes);
      if (hit) {
        yield hit;
      }
    }
    await this.#searchIndex.keepOnly((id) => this.#index.isThere(id));
    await this.#searchIndex.save();
  }

  async openElsewhere(): Promise<ReadonlySet<string>> {
    return await new OpenMarks(this.#folder.open).elsewhere();
  }

  async setFavourite(id: string, isFavourite: boolean): Promise<void> {
    await this.#files.setFavourite(id, isFavourite);
  }

  async add(
    id: string,
    {
      events,
      attachments,
    }: { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] },
  ): Promise<void> {
    await this.#files.append(id, events, attachments);
  }

  async remove(id: string): Promise<void> {
    await guarded(`delete conversation ${id}`, async () => {
      await this.#files.forget(id);
      await this.#folder.create(this.#folder.trash);
      this.#removed.add(id);
      await this.#move(id, this.#folder.path, this.#folder.trash);
    });
  }

  async keepRemoved(id: string): Promise<void> {
    await guarded(`keep conversation ${id}`, async () => {
      const now = new Date();
      await Promise.all(
        filesOf(id).map((name) =>
          utimes(join(this.#folder.trash, name), now, now).catch(falseIfMissing),
        ),
      );
    });
  }

  async restore(id: string): Promise<boolean> {
    return await guarded(`restore conversation ${id}`, async () => {
      this.#removed.delete(id);
      return await this.#move(id, this.#folder.trash, this.#folder.path);
    });
  }

  async purge(id?: string): Promise<void> {
    await guarded("delete conversations for good", async () => {
      for (const removed of id === undefined ? [...this.#removed] : [id]) {
        await Promise.all(
          filesOf(removed).map((name) => rm(join(this.#folder.trash, name), { force: true })),
        );
        await this.#index.forget(removed);
        await this.#searchIndex.forget(removed);
        this.#removed.delete(removed);
      }
    });
  }

  async #hit(
    entry: LibraryEntry,
    terms: readonly string[],
    hashes: readonly (readonly number[])[],
  ): Promise<LibraryHit | undefined> {
    try {
      const end = this.#index.endOf(entry.id);
      if (!(await this.#searchIndex.mayContain(entry.id, end, hashes))) {
        return undefined;
      }
      const conversation = await this.#files.read(entry.id);
      const result = searchConversation(conversation, entry.title, terms);
      return result.isFound
        ? { entry, ...(result.excerpt && { excerpt: result.excerpt }) }
        : undefined;
    } catch {
      // Deleted meanwhile, or unreadable: no hit.
      return undefined;
    }
  }

  async #move(id: string, from: string, to: string): Promise<boolean> {
    const moved = await Promise.all(
      filesOf(id).map((name) => rename(join(from, name), join(to, name)).catch(falseIfMissing)),
    );
    return moved[0] !== false;
  }

  /** Runs once: deletes leftovers of killed processes. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) {
      return;
    }
    this.#isSwept = true;
    const { path, trash } = this.#folder;
    // A half-written draft or index; another window may still use a recent one.
    await deleteOld(path, isTemporary);
    for (const name of await deleteOld(trash, () => true)) {
      const id = idOfFile(name);
      if (id !== undefined) {
        await this.#searchIndex.forget(id);
      }
    }
  }
}

async function deleteOld(
  folder: string,
  chosen: (name: string) => boolean,
): Promise<readonly string[]> {
  const deleted: string[] = [];
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(chosen)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() === true && Date.now() - facts.ctimeMs > undoMs) {
      await rm(path, { force: true });
      deleted.push(name);
    }
  }
  return deleted;
}

function filesOf(id: string): readonly [string, string] {
  return [conversationFile(id), draftFile(id)];
}

function falseIfMissing(error: unknown): false {
  if (isCode(error, "ENOENT")) {
    return false;
  }
  throw error;
}

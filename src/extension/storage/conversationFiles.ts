import { existsSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";

import {
  type ConversationStore,
  type Draft,
  type ForeignChanges,
  StorageError,
  type StoredConversation,
  type StoredEnd,
} from "../../chat/conversationStore.ts";
import type {
  ConversationLibrary,
  ConversationSummary,
} from "../../chat/search/conversationLibrary.ts";
import type { Attachment } from "../../context/attachment.ts";
import { type Disposable, toDisposable } from "../../shared/base/lifecycle.ts";
import type { ChatEvent } from "../../shared/conversation/conversation.ts";
import { visiblePath } from "../../shared/conversation/transcript.ts";
import { appendToFile } from "./appendFile.ts";
import { readContent, readContentFrom } from "./contentReader.ts";
import { conversationFile, ConversationFolder, guarded } from "./conversationFolder.ts";
import { formatRecord, headerLine, type RecordReader } from "./conversationRecords.ts";
import { readDraftFile, writeDraft } from "./draftFile.ts";
import { readLines } from "./fileLines.ts";
import { FolderWatcher } from "./folderWatcher.ts";
import type { HistoryLibrary } from "./historyLibrary.ts";
import { laterLibrary } from "./laterLibrary.ts";
import { OpenMarks } from "./openMarks.ts";

/** A file longer than this shows its last `endBytes` first. */
const longBytes = 2_000_000;
const endBytes = 1_000_000;

export interface ConversationFilesOptions {
  readonly workspace?: () => string | undefined;
  readonly onQuarantine?: (path: string) => void;
  readonly loadPart?: <T>(load: () => Promise<T>) => Promise<T>;
}

interface FileState {
  outbox: string;
  lines: number;
  writing: Promise<unknown>;
  seen: { readonly reader: RecordReader; end: number } | undefined;
  /** Another window deleted the conversation: write nothing more. */
  isDeleted: boolean;
  onDeleted: (() => void) | undefined;
}

/**
 * Each conversation is an append-only `<id>.jsonl`, so that neither a crash nor a second window can undo a write, and a
 * `<id>.draft.json`, replaced atomically.
 */
export class ConversationFiles implements ConversationStore {
  readonly library: ConversationLibrary;
  readonly #folder: ConversationFolder;
  readonly #options: ConversationFilesOptions;
  readonly #watcher: FolderWatcher;
  readonly #states = new Map<string, FileState>();
  readonly #writer = crypto.randomUUID().slice(0, 8);

  constructor(folder: string, options: ConversationFilesOptions = {}) {
    this.#folder = new ConversationFolder(folder);
    this.#options = options;
    this.#watcher = new FolderWatcher(folder);
    this.library = laterLibrary(() => this.#loadLibrary());
  }

  async load(id: string): Promise<StoredConversation> {
    return await guarded(`load conversation ${id}`, async () => {
      const state = this.#state(id);
      await state.writing;
      const content = await readContent(this.#folder.conversation(id));
      if (content.isUnreadable) {
        await this.#setAside(id);
      }
      state.seen = { reader: content.reader, end: content.isUnreadable ? 0 : content.end };
      content.add(state.outbox.split("\n"));
      const draft = await readDraftFile(this.#folder.draft(id));
      return { ...content.result, isReadOnly: content.reader.isNewer, draft };
    });
  }

  async loadEnd(id: string): Promise<StoredEnd | undefined> {
    return await guarded(`load the end of conversation ${id}`, async () => {
      const path = this.#folder.conversation(id);
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      // Unwritten lines belong to the end.
      if (size <= longBytes || this.#state(id).outbox !== "") {
        return undefined;
      }
      const { conversation } = (await readContentFrom(path, size - endBytes)).result;
      return visiblePath(conversation).length === 0
        ? undefined
        : { conversation, draft: await readDraftFile(this.#folder.draft(id)) };
    });
  }

  async append(id: string, events: readonly ChatEvent[]): Promise<void> {
    await this.#add(
      id,
      events.map((event) => ({ event })),
    );
  }

  async keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void> {
    await this.#add(
      id,
      attachments.map((attachment) => ({ attachment })),
    );
  }

  async saveDraft(id: string, draft: Draft): Promise<void> {
    await guarded(`save the draft of ${id}`, async () => {
      if (!this.#findDeleted(id, this.#state(id))) {
        await this.#folder.create();
        await writeDraft(this.#folder.draft(id), draft);
      }
    });
  }

  async list(): Promise<readonly ConversationSummary[]> {
    const entries = await this.library.entries();
    return entries.toSorted((a, b) => b.updatedAt - a.updatedAt);
  }

  watch(
    id: string,
    listener: (changes: ForeignChanges) => void,
    onDeleted: () => void,
  ): Disposable {
    const state = this.#state(id);
    state.onDeleted = onDeleted;
    const mark = new OpenMarks(this.#folder.open).mark(id);
    let reading: Promise<void> = Promise.resolve();
    const watching = this.#watcher.watch(conversationFile(id), () => {
      reading = reading
        .then(() => this.#follow(id, state, listener))
        // Temporarily unreadable: the next change notifies again.
        .catch(() => undefined);
    });
    return toDisposable(() => {
      state.onDeleted = undefined;
      watching.dispose();
      mark.dispose();
    });
  }

  async #loadLibrary(): Promise<HistoryLibrary> {
    const { loadPart = (load) => load() } = this.#options;
    const loaded = await loadPart(() => import("./historyLibrary.ts"));
    return new loaded.HistoryLibrary(this.#folder, {
      read: (id) =>
        readContent(this.#folder.conversation(id)).then(({ result }) => result.conversation),
      append: (id, events, attachments) => this.#appendAll(id, events, attachments),
      setFavourite: (id, isFavourite) => this.#add(id, [{ isFavourite }]),
      forget: (id) => this.#forget(id),
    });
  }

  #state(id: string): FileState {
    const known = this.#states.get(id);
    const state = known ?? {
      outbox: "",
      lines: 0,
      writing: Promise.resolve(),
      seen: undefined,
      isDeleted: false,
      onDeleted: undefined,
    };
    this.#states.set(id, state);
    return state;
  }

  /** Renames the conversation's file, so that the next conversation with this id begins a new one. Deletes nothing. */
  async #setAside(id: string): Promise<void> {
    const { quarantine } = this.#folder;
    await this.#folder.create(quarantine);
    const target = join(quarantine, `${Date.now()}-${conversationFile(id)}`);
    await rename(this.#folder.conversation(id), target);
    this.#options.onQuarantine?.(target);
  }

  async #follow(
    id: string,
    state: FileState,
    listener: (changes: ForeignChanges) => void,
  ): Promise<void> {
    // A pending write may be about to create the file.
    await state.writing;
    if (!this.#findDeleted(id, state)) {
      await this.#readForeign(id, state, listener);
    }
  }

  /** Detects a deleted file: writing now would leave a fragment. */
  #findDeleted(id: string, state: FileState): boolean {
    const hadFile = (state.seen?.end ?? 0) > 0;
    const isDeleted = hadFile && !existsSync(this.#folder.conversation(id));
    if (isDeleted && !state.isDeleted) {
      state.onDeleted?.();
    }
    state.isDeleted = isDeleted;
    return isDeleted;
  }

  async #readForeign(
    id: string,
    { seen }: FileState,
    listener: (changes: ForeignChanges) => void,
  ): Promise<void> {
    if (!seen) {
      return;
    }
    // In pieces: a read error loses nothing that was read before.
    for await (const { lines, end } of readLines(this.#folder.conversation(id), seen.end)) {
      const records = lines.flatMap((line) => seen.reader.read(line, this.#writer) ?? []);
      seen.end = end;
      const events = records.flatMap((record) => (record.kind === "event" ? record.event : []));
      const attachments = records.flatMap((record) =>
        record.kind === "attachment" ? record.attachment : [],
      );
      if (events.length + attachments.length > 0) {
        listener({ events, attachments });
      }
    }
  }

  async #appendAll(
    id: string,
    events: readonly ChatEvent[],
    attachments: readonly Attachment[],
  ): Promise<void> {
    await this.#add(id, [
      ...attachments.map((attachment) => ({ attachment })),
      ...events.map((event) => ({ event })),
    ]);
  }

  async #add(id: string, contents: readonly Parameters<typeof formatRecord>[0][]): Promise<void> {
    const path = this.#folder.conversation(id);
    const state = this.#state(id);
    if (state.seen?.reader.isNewer === true) {
      throw new StorageError("This conversation was written by a newer version of AI Hub");
    }
    for (const content of contents) {
      state.lines += 1;
      state.outbox += formatRecord(content, this.#writer, state.lines);
    }
    const writing = state.writing
      .catch(() => undefined)
      .then(() => guarded(`write conversation ${id}`, () => this.#write(id, path, state)));
    state.writing = writing.catch(() => undefined);
    await writing;
  }

  async #write(id: string, path: string, state: FileState): Promise<void> {
    const text = state.outbox;
    if (text === "") {
      return;
    }
    if (this.#findDeleted(id, state)) {
      state.outbox = "";
      return;
    }
    await this.#folder.create();
    const header = headerLine(id, this.#options.workspace?.());
    const { before, end } = await appendToFile(path, header, text);
    state.outbox = state.outbox.slice(text.length);
    if (state.seen?.end === before && end !== undefined) {
      state.seen.end = end;
    }
  }

  /**
   * Drops unwritten lines. Line numbers continue, because after a restore a reused number would count as a
   * repetition.
   */
  async #forget(id: string): Promise<void> {
    const state = this.#state(id);
    state.outbox = "";
    await state.writing;
    state.seen = undefined;
  }
}

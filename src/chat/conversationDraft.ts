import { type Attachment, isSameAttachment, maxAttachments } from "../context/attachment.ts";
import type { Clock } from "../shared/base/clock.ts";
import { Emitter } from "../shared/base/emitter.ts";
import type { Disposable } from "../shared/base/lifecycle.ts";
import {
  type ConversationStore,
  type Draft,
  emptyDraft,
  type MessageEdit,
  type QueuedMessage,
} from "./conversationStore.ts";

const saveDelayMs = 300;
const maxEdits = 100;
const retryMs = 5_000;

export interface ConversationDraftDeps {
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly onStorageFailure: (error: unknown) => void;
}

export class ConversationDraft implements Disposable {
  readonly #conversationId: string;
  readonly #deps: ConversationDraftDeps;
  readonly #didChangeText = new Emitter<undefined>();
  readonly #didChangeAttachments = new Emitter<undefined>();
  readonly #didChangeModel = new Emitter<undefined>();
  #draft: Draft;
  #cancelTimer: (() => void) | undefined;
  #saving: Promise<boolean> = Promise.resolve(true);
  #isDisposed = false;

  readonly onDidChangeText = this.#didChangeText.event;
  readonly onDidChangeAttachments = this.#didChangeAttachments.event;
  readonly onDidChangeModel = this.#didChangeModel.event;

  constructor(conversationId: string, draft: Draft, deps: ConversationDraftDeps) {
    this.#conversationId = conversationId;
    this.#draft = draft;
    this.#deps = deps;
  }

  get text(): string {
    return this.#draft.text;
  }

  get attachments(): readonly Attachment[] {
    return this.#draft.attachments;
  }

  get model(): string | undefined {
    return this.#draft.model;
  }

  get version(): number {
    return this.#draft.version;
  }

  get queue(): readonly QueuedMessage[] {
    return this.#draft.queue ?? [];
  }

  get edits(): readonly MessageEdit[] {
    return this.#draft.edits ?? [];
  }

  setEdit(messageId: string, text: string | undefined): void {
    const { edits = [], ...draft } = this.#draft;
    const others = edits.filter((edit) => edit.messageId !== messageId);
    const all = text === undefined ? others : [...others, { messageId, text }].slice(-maxEdits);
    if (text !== undefined || others.length < edits.length) {
      this.#change(all.length === 0 ? draft : { ...draft, edits: all });
    }
  }

  setText(text: string, version: number): void {
    if (version > this.#draft.version) {
      this.#change({ ...this.#draft, text, version });
      this.#didChangeText.fire(undefined);
      if (text.trim() === "") {
        this.setModel(undefined);
      }
    }
  }

  /** The model for this message alone, until it is sent or its text is emptied. */
  setModel(model: string | undefined): void {
    if (model !== this.#draft.model) {
      const { model: _previous, ...draft } = this.#draft;
      this.#change(model === undefined ? draft : { ...draft, model });
      this.#didChangeModel.fire(undefined);
    }
  }

  /** False if the draft is full. Adding the same attachment twice has no effect. */
  add(attachment: Attachment): boolean {
    const { attachments } = this.#draft;
    if (attachments.some((other) => isSameAttachment(other, attachment))) {
      return true;
    }
    if (attachments.length >= maxAttachments) {
      return false;
    }
    this.#change({ ...this.#draft, attachments: [...attachments, attachment] });
    this.#didChangeAttachments.fire(undefined);
    return true;
  }

  remove(attachmentId: string): void {
    this.#change({
      ...this.#draft,
      attachments: this.#draft.attachments.filter(({ info }) => info.id !== attachmentId),
    });
    this.#didChangeAttachments.fire(undefined);
  }

  clear(version: number): void {
    const { queue, edits, model, attachments } = this.#draft;
    this.#change({
      ...emptyDraft,
      version: Math.max(version, this.#draft.version),
      ...(queue && { queue }),
      ...(edits && { edits }),
    });
    this.#didChangeText.fire(undefined);
    if (attachments.length > 0) {
      this.#didChangeAttachments.fire(undefined);
    }
    if (model !== undefined) {
      this.#didChangeModel.fire(undefined);
    }
  }

  setQueue(queue: readonly QueuedMessage[]): void {
    const { queue: _previous, ...draft } = this.#draft;
    this.#change(queue.length === 0 ? draft : { ...draft, queue });
  }

  flush(): Promise<boolean> {
    if (this.#cancelTimer) {
      this.#cancelTimer();
      this.#cancelTimer = undefined;
      const draft = this.#draft;
      this.#saving = this.#saving.catch(() => false).then(() => this.#save(draft));
    }
    return this.#saving;
  }

  dispose(): void {
    this.#isDisposed = true;
    void this.flush();
    this.#didChangeText.dispose();
    this.#didChangeAttachments.dispose();
    this.#didChangeModel.dispose();
  }

  async #save(draft: Draft): Promise<boolean> {
    const { store, clock, onStorageFailure } = this.#deps;
    try {
      await store.saveDraft(this.#conversationId, draft);
      return true;
    } catch (error) {
      if (!this.#isDisposed) {
        this.#cancelTimer ??= clock.startTimer(() => void this.flush(), retryMs);
      }
      onStorageFailure(error);
      return false;
    }
  }

  /** Ignores a deleted conversation, so that it does not come back on the disk. */
  #change(draft: Draft): void {
    if (this.#isDisposed) {
      return;
    }
    this.#draft = draft;
    this.#cancelTimer ??= this.#deps.clock.startTimer(() => void this.flush(), saveDelayMs);
  }
}

import {
  type ConversationStore,
  type Draft,
  emptyDraft,
  StorageError,
  type StoredConversation,
} from "../../src/chat/conversationStore.ts";
import type { ConversationSummary } from "../../src/chat/search/conversationLibrary.ts";
import type { Attachment } from "../../src/context/attachment.ts";
import type { ChatEvent } from "../../src/shared/conversation/conversation.ts";
import { emptyConversation, reduce } from "../../src/shared/conversation/transcript.ts";

/** A disk in memory, which can be full. */
export class MemoryStore implements ConversationStore {
  readonly events = new Map<string, ChatEvent[]>();
  readonly attachments = new Map<string, Attachment>();
  readonly drafts = new Map<string, Draft>();
  isFull = false;
  /** A newer version has written the loaded conversation. */
  isReadOnly = false;
  /** Writes that had to wait, in order. */
  readonly #waiting: (() => unknown)[] = [];

  load(id: string): Promise<StoredConversation> {
    return Promise.resolve({
      conversation: (this.events.get(id) ?? []).reduce(reduce, emptyConversation),
      attachments: this.attachments,
      draft: this.drafts.get(id) ?? emptyDraft,
      ...(this.isReadOnly && { isReadOnly: true }),
    });
  }

  append(id: string, events: readonly ChatEvent[]): Promise<void> {
    return this.#write(() => this.events.set(id, [...(this.events.get(id) ?? []), ...events]));
  }

  keepAttachments(_id: string, attachments: readonly Attachment[]): Promise<void> {
    return this.#write(() => {
      for (const attachment of attachments) {
        this.attachments.set(attachment.info.id, attachment);
      }
    });
  }

  saveDraft(id: string, draft: Draft): Promise<void> {
    return this.#write(() => this.drafts.set(id, draft));
  }

  list(): Promise<readonly ConversationSummary[]> {
    const ids = [...this.events.keys()];
    return Promise.resolve(ids.map((id) => ({ id, title: id, updatedAt: 0 })));
  }

  #write(write: () => unknown): Promise<void> {
    this.#waiting.push(write);
    if (this.isFull) {
      return Promise.reject(new StorageError("No space left"));
    }
    for (const waiting of this.#waiting.splice(0)) {
      waiting();
    }
    return Promise.resolve();
  }
}

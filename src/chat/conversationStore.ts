import type { Attachment } from "../context/attachment.ts";
import type { ChatEvent, Conversation } from "../shared/conversation.ts";
import type { Disposable } from "../shared/lifecycle.ts";
import type { ConversationLibrary, ConversationSummary } from "./search/conversationLibrary.ts";

/** A message that waits to be sent. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The model that the person chose for it. */
  readonly model: string;
}

/** The unsent new text of a sent message. */
export interface MessageEdit {
  readonly messageId: string;
  readonly text: string;
}

/** What the person has prepared but not sent. */
export interface Draft {
  readonly text: string;
  /** Rises with every change of the text; 0 for a text that was never changed. */
  readonly version: number;
  readonly attachments: readonly Attachment[];
  /** The model for this message alone, because its prompt asks for it. */
  readonly model?: string | undefined;
  /** Messages that wait for the running answer to end; absent if there are none. */
  readonly queue?: readonly QueuedMessage[];
  /** Unsent edits of sent messages, the latest last; absent if there are none. */
  readonly edits?: readonly MessageEdit[];
}

export const emptyDraft: Draft = { text: "", version: 0, attachments: [] };

export interface StoredConversation {
  readonly conversation: Conversation;
  /** Contents of all attachments of its messages, by attachment id. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly draft: Draft;
  /** Whether a newer version wrote it: this version reads what it understands and adds nothing. */
  readonly isReadOnly?: boolean;
}

/** The last messages of a conversation, and its draft. */
export type StoredEnd = Pick<StoredConversation, "conversation" | "draft">;

/** The changes that another window made to a conversation. */
export interface ForeignChanges {
  readonly events: readonly ChatEvent[];
  readonly attachments: readonly Attachment[];
}

/** Stores conversations. Every promise rejects with a `StorageError` if the disk fails. */
export interface ConversationStore {
  /** Loads a conversation; an unknown id gives an empty one. */
  load(id: string): Promise<StoredConversation>;
  /**
   * The end of a conversation that takes a while to load: the last messages of its visible path, as many as fill a
   * page, each whole. Undefined for a conversation that loads at once.
   */
  loadEnd?(id: string): Promise<StoredEnd | undefined>;
  /**
   * Adds events in order; resolves when they would survive a crash of this process. After a failure the events are
   * kept and written before the next ones; an append without events tries again.
   */
  append(id: string, events: readonly ChatEvent[]): Promise<void>;
  /** Stores contents before the message that refers to them, in order with `append`. */
  keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void>;
  /** Replaces the draft of a conversation; an empty draft leaves no file. */
  saveDraft(id: string, draft: Draft): Promise<void>;
  /** All conversations with at least one message, the newest first. */
  list(): Promise<readonly ConversationSummary[]>;
  /**
   * Reports what other windows add to a conversation after its last `load`, and once if one of them deletes it; then
   * nothing more of it is stored. Until disposed, the conversation counts as open for other windows.
   */
  watch?(
    id: string,
    listener: (changes: ForeignChanges) => void,
    onDeleted: () => void,
  ): Disposable;
  /** Absent for stores that can only load and list conversations. */
  readonly library?: ConversationLibrary;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
}

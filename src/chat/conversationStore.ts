import type { Attachment } from "../context/attachment.ts";
import type { ChatEvent, Conversation } from "../shared/conversation.ts";
import type { Disposable } from "../shared/lifecycle.ts";
import type { ConversationLibrary, ConversationSummary } from "./search/conversationLibrary.ts";

/** A message that is sent when its turn comes. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** The model it was meant for. */
  readonly model: string;
}

/** What the person has prepared but not sent. */
export interface Draft {
  readonly text: string;
  /** Rises with every change of the text; 0 for one that was never touched. */
  readonly version: number;
  readonly attachments: readonly Attachment[];
  /** The model that this message alone is for, because its prompt asks for it. */
  readonly model?: string | undefined;
  /** Messages that wait for an answer to end; absent where there is none. */
  readonly queue?: readonly QueuedMessage[];
}

export const emptyDraft: Draft = { text: "", version: 0, attachments: [] };

export interface StoredConversation {
  readonly conversation: Conversation;
  /** Contents of all that went along with its messages, by attachment id. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly draft: Draft;
  /** Written by a newer version: it can be read as far as this one understands it, and nothing is added. */
  readonly isReadOnly?: boolean;
}

/** The last messages of a conversation, and its draft. */
export type StoredEnd = Pick<StoredConversation, "conversation" | "draft">;

/** What another window did to a conversation. */
export interface ForeignChanges {
  readonly events: readonly ChatEvent[];
  readonly attachments: readonly Attachment[];
}

/** Where conversations are kept. Every promise rejects with a `StorageError` when the disk refuses. */
export interface ConversationStore {
  /** Answers an empty conversation for an id that was never kept. */
  load(id: string): Promise<StoredConversation>;
  /**
   * The end of a conversation that is so long that `load` takes a while: of its visible path as many of the
   * last messages as fill a page, each whole. Undefined for one that can be loaded at once.
   */
  loadEnd?(id: string): Promise<StoredEnd | undefined>;
  /**
   * Adds events in order; resolves when they would survive a crash of this process. What could not be
   * written is kept and written before what comes next; an append of nothing tries that again.
   */
  append(id: string, events: readonly ChatEvent[]): Promise<void>;
  /** Keeps contents before the message that refers to them; in the same order as `append`. */
  keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void>;
  /** Replaces the draft of a conversation; one that was never touched leaves nothing. */
  saveDraft(id: string, draft: Draft): Promise<void>;
  /** All conversations with at least one message, the newest first. */
  list(): Promise<readonly ConversationSummary[]>;
  /** Tells what other windows add to a conversation from its last `load` on. */
  watch?(id: string, listener: (changes: ForeignChanges) => void): Disposable;
  /** Absent where conversations can only be kept and listed. */
  readonly library?: ConversationLibrary;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
}

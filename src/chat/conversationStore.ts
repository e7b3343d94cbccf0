import type { Attachment } from "../context/attachment.ts";
import type { ChatEvent, Conversation } from "../shared/conversation.ts";

/** What the person has prepared but not sent. */
export interface Draft {
  readonly text: string;
  /** Rises with every change of the text; 0 for one that was never touched. */
  readonly version: number;
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: "", version: 0, attachments: [] };

export interface StoredConversation {
  readonly conversation: Conversation;
  /** Contents of all that went along with its messages, by attachment id. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly draft: Draft;
}

export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds of the last change. */
  readonly updatedAt: number;
}

/** Where conversations are kept. Every promise rejects with a `StorageError` when the disk refuses. */
export interface ConversationStore {
  /** Answers an empty conversation for an id that was never kept. */
  load(id: string): Promise<StoredConversation>;
  /** Adds events in order; resolves when they would survive a crash of this process. */
  append(id: string, events: readonly ChatEvent[]): Promise<void>;
  /** Keeps contents before the message that refers to them. */
  keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void>;
  /** Replaces the draft of a conversation; one that was never touched leaves nothing. */
  saveDraft(id: string, draft: Draft): Promise<void>;
  /** All conversations with at least one message, the newest first. */
  list(): Promise<readonly ConversationSummary[]>;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
}

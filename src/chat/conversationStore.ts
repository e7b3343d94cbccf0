import type { Attachment } from "../context/attachment.ts";
import type { Disposable } from "../shared/base/lifecycle.ts";
import type { ChatEvent, Conversation } from "../shared/conversation/conversation.ts";
import type { ConversationLibrary, ConversationSummary } from "./search/conversationLibrary.ts";

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly model: string;
}

export interface MessageEdit {
  readonly messageId: string;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  /** Increases with every change of the text; starts at 0. */
  readonly version: number;
  readonly attachments: readonly Attachment[];
  readonly model?: string | undefined;
  readonly queue?: readonly QueuedMessage[];
  readonly edits?: readonly MessageEdit[];
}

export const emptyDraft: Draft = { text: "", version: 0, attachments: [] };

export interface StoredConversation {
  readonly conversation: Conversation;
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly draft: Draft;
  readonly isReadOnly?: boolean;
}

export type StoredEnd = Pick<StoredConversation, "conversation" | "draft">;

export interface ForeignChanges {
  readonly events: readonly ChatEvent[];
  readonly attachments: readonly Attachment[];
}

/** Promises reject with a `StorageError` if the disk fails. */
export interface ConversationStore {
  /** An unknown id gives an empty conversation. */
  load(id: string): Promise<StoredConversation>;
  /** The end of the visible path that fills a page, if the conversation loads slowly. */
  loadEnd?(id: string): Promise<StoredEnd | undefined>;
  /**
   * Resolves when a crash of this process would not lose the events. After a failure they wait for the next append,
   * which may be empty.
   */
  append(id: string, events: readonly ChatEvent[]): Promise<void>;
  /** Stores attachments; call it before appending the message that refers to them. */
  keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void>;
  saveDraft(id: string, draft: Draft): Promise<void>;
  list(): Promise<readonly ConversationSummary[]>;
  /**
   * Reports other windows' changes since the last `load`, and a deletion once; then nothing more is stored. Until
   * disposed, the conversation counts as open.
   */
  watch?(
    id: string,
    listener: (changes: ForeignChanges) => void,
    onDeleted: () => void,
  ): Disposable;
  readonly library?: ConversationLibrary;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
}

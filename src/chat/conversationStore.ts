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
  /** The model for this message alone, because its prompt asks for it. */
  readonly model?: string | undefined;
  /** Absent if empty. */
  readonly queue?: readonly QueuedMessage[];
  /** Unsent edits of sent messages, the latest last; absent if empty. */
  readonly edits?: readonly MessageEdit[];
}

export const emptyDraft: Draft = { text: "", version: 0, attachments: [] };

export interface StoredConversation {
  readonly conversation: Conversation;
  /** By attachment id, for all messages. */
  readonly attachments: ReadonlyMap<string, Attachment>;
  readonly draft: Draft;
  /**
   * A newer version wrote it: this version reads the parts that it understands and stores nothing.
   */
  readonly isReadOnly?: boolean;
}

export type StoredEnd = Pick<StoredConversation, "conversation" | "draft">;

export interface ForeignChanges {
  readonly events: readonly ChatEvent[];
  readonly attachments: readonly Attachment[];
}

/** Every promise rejects with a `StorageError` if the disk fails. */
export interface ConversationStore {
  /** An unknown id gives an empty conversation. */
  load(id: string): Promise<StoredConversation>;
  /**
   * For a conversation that loads slowly: the last whole messages of its visible path that fill a
   * page. Undefined otherwise.
   */
  loadEnd?(id: string): Promise<StoredEnd | undefined>;
  /**
   * In order; resolves when a crash of this process would not lose the events. After a failure the
   * events wait for the next append, which may be empty.
   */
  append(id: string, events: readonly ChatEvent[]): Promise<void>;
  /** Before the message that refers to them; in order with `append`. */
  keepAttachments(id: string, attachments: readonly Attachment[]): Promise<void>;
  /** An empty draft leaves no file. */
  saveDraft(id: string, draft: Draft): Promise<void>;
  /** With at least one message, the newest first. */
  list(): Promise<readonly ConversationSummary[]>;
  /**
   * Reports changes of other windows since the last `load`, and a deletion once; then nothing more
   * is stored. Until disposed, other windows treat the conversation as open.
   */
  watch?(
    id: string,
    listener: (changes: ForeignChanges) => void,
    onDeleted: () => void,
  ): Disposable;
  /** Absent for stores that only load and list conversations. */
  readonly library?: ConversationLibrary;
}

export class StorageError extends Error {
  override readonly name = "StorageError";
}

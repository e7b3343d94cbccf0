import type { Attachment } from "../../context/attachment.ts";
import type { ChatEvent } from "../../shared/conversation/conversation.ts";
import type { Excerpt } from "./excerpt.ts";

/** Sum of the hub's reported costs; for display and sorting, not for accounting. */
export interface Cost {
  readonly amount: number;
  /** ISO 4217 or the hub's own unit; empty if unnamed. */
  readonly currency: string;
}

export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds of the last message. */
  readonly updatedAt: number;
}

/** Can be shown without reading the conversation. */
export interface LibraryEntry extends ConversationSummary {
  readonly createdAt: number;
  /** Of all branches. */
  readonly messageCount: number;
  /** Where it began. */
  readonly workspace?: string;
  /** The newest last. */
  readonly models: readonly string[];
  /** In the currency with the highest sum. */
  readonly cost?: Cost;
  readonly isFavourite: boolean;
  /** A newer version wrote it. */
  readonly isReadOnly: boolean;
}

export interface LibraryHit {
  readonly entry: LibraryEntry;
  /** The match; absent if only the title matches. */
  readonly excerpt?: Excerpt;
}

/** Every promise rejects with a `StorageError` if the disk fails. */
export interface ConversationLibrary {
  /** Unordered. */
  entries(): Promise<readonly LibraryEntry[]>;
  /**
   * Yields matching entries in order, each as soon as it is found: they contain every word of
   * `text`, ignoring accents and case. Yields `undefined` in between, so that the caller can check
   * the time.
   */
  search(text: string, entries: readonly LibraryEntry[]): AsyncIterable<LibraryHit | undefined>;
  /** Speeds up the first search; call it when a list is shown. */
  prepareSearch?(): Promise<void>;
  /** The conversations known to be open in other windows. */
  openElsewhere?(): Promise<ReadonlySet<string>>;
  setFavourite(id: string, isFavourite: boolean): Promise<void>;
  /** Hides a conversation until it is restored or purged. */
  remove(id: string): Promise<void>;
  /** Other windows keep a removed conversation for another minute. */
  keepRemoved(id: string): Promise<void>;
  /** False if it no longer exists. */
  restore(id: string): Promise<boolean>;
  /** Deletes one or all removed conversations permanently. */
  purge(id?: string): Promise<void>;
  /** Under a new id. */
  add(
    id: string,
    content: { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] },
  ): Promise<void>;
}

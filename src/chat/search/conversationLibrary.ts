import type { Attachment } from "../../context/attachment.ts";
import type { ChatEvent } from "../../shared/conversation.ts";
import type { Excerpt } from "./excerpt.ts";

/** The sum of the costs that the hub reported. For showing and sorting, not for accounting. */
export interface Cost {
  readonly amount: number;
  /** ISO 4217 code or another unit of the hub; empty if the hub named none. */
  readonly currency: string;
}

export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds of the last message. */
  readonly updatedAt: number;
}

/** An entry of the list of conversations; showing it needs no conversation to be read. */
export interface LibraryEntry extends ConversationSummary {
  readonly createdAt: number;
  /** Messages of all branches. */
  readonly messageCount: number;
  /** Name of the workspace in which it began. */
  readonly workspace?: string;
  /** Models that were asked, the newest last. */
  readonly models: readonly string[];
  /** In the currency with the highest sum. */
  readonly cost?: Cost;
  readonly isFavourite: boolean;
  /** Whether a newer version wrote it. */
  readonly isReadOnly: boolean;
}

export interface LibraryHit {
  readonly entry: LibraryEntry;
  /** Where the words occur; absent if only the title has them. */
  readonly excerpt?: Excerpt;
}

/** All stored conversations. Every promise rejects with a `StorageError` if the disk fails. */
export interface ConversationLibrary {
  /** In no particular order. */
  entries(): Promise<readonly LibraryEntry[]>;
  /**
   * Yields those of `entries`, in order, that contain every word of `text`, ignoring accents and case, each as soon
   * as it is found. Between them it yields `undefined`, so that the caller can check the time.
   */
  search(text: string, entries: readonly LibraryEntry[]): AsyncIterable<LibraryHit | undefined>;
  /** Speeds up the first search; call it when a list is shown. */
  prepareSearch?(): Promise<void>;
  /** The conversations that other windows have open, as far as that is known. */
  openElsewhere?(): Promise<ReadonlySet<string>>;
  setFavourite(id: string, isFavourite: boolean): Promise<void>;
  /** Puts a conversation away until it is restored or purged. */
  remove(id: string): Promise<void>;
  /** Other windows leave a removed conversation for another minute. */
  keepRemoved(id: string): Promise<void>;
  /** False if it no longer exists. */
  restore(id: string): Promise<boolean>;
  /** Deletes removed conversations for good: one, or all. */
  purge(id?: string): Promise<void>;
  /** Stores a whole conversation under a new id. */
  add(
    id: string,
    content: { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] },
  ): Promise<void>;
}

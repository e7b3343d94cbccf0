import type { Attachment } from "../../context/attachment.ts";
import type { ChatEvent } from "../../shared/conversation/conversation.ts";
import type { Excerpt } from "./excerpt.ts";

/** A sum for display and sorting, not for accounting. */
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

export interface LibraryEntry extends ConversationSummary {
  readonly createdAt: number;
  readonly messageCount: number;
  readonly workspace?: string;
  readonly models: readonly string[];
  readonly cost?: Cost;
  readonly isFavourite: boolean;
  readonly isReadOnly: boolean;
}

export interface LibraryHit {
  readonly entry: LibraryEntry;
  readonly excerpt?: Excerpt;
}

export interface ConversationLibrary {
  entries(): Promise<readonly LibraryEntry[]>;
  /**
   * Entries that contain every word of `text`, ignoring accents and case. Yields `undefined` in between, so that the
   * caller can check the time.
   */
  search(text: string, entries: readonly LibraryEntry[]): AsyncIterable<LibraryHit | undefined>;
  /** Speeds up the first search; call it when a list is shown. */
  prepareSearch?(): Promise<void>;
  openElsewhere?(): Promise<ReadonlySet<string>>;
  setFavourite(id: string, isFavourite: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Other windows keep a removed conversation for another minute. */
  keepRemoved(id: string): Promise<void>;
  /** False if it no longer exists. */
  restore(id: string): Promise<boolean>;
  purge(id?: string): Promise<void>;
  add(
    id: string,
    content: { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] },
  ): Promise<void>;
}

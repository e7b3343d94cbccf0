import type { Attachment } from "../../context/attachment.ts";
import type { ChatEvent } from "../../shared/conversation.ts";
import type { Excerpt } from "./excerpt.ts";

/** A sum of what answers cost, as far as the hub said it. For showing and sorting, not for accounts. */
export interface Cost {
  readonly amount: number;
  /** ISO 4217 code or whatever else the hub called it; empty where it said none. */
  readonly currency: string;
}

export interface ConversationSummary {
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds of the last message. */
  readonly updatedAt: number;
}

/** What a list of conversations shows without reading one. */
export interface LibraryEntry extends ConversationSummary {
  readonly createdAt: number;
  /** Messages of all branches. */
  readonly messageCount: number;
  /** Name of the workspace it was begun in. */
  readonly workspace?: string;
  /** Models that were asked, the newest last. */
  readonly models: readonly string[];
  /** In the currency in which most was spent. */
  readonly cost?: Cost;
  readonly isFavourite: boolean;
  /** Written by a newer version. */
  readonly isReadOnly: boolean;
}

export interface LibraryHit {
  readonly entry: LibraryEntry;
  /** Where the words stand; absent where only the title has them. */
  readonly excerpt?: Excerpt;
}

/** All kept conversations. Every promise rejects with a `StorageError` when the disk refuses. */
export interface ConversationLibrary {
  /** In no particular order. */
  entries(): Promise<readonly LibraryEntry[]>;
  /**
   * Of `entries`, in their order, those in which every word of `text` occurs, whatever its accents and
   * case; each as soon as it is found. `undefined` in between lets the caller look at the clock.
   */
  search(text: string, entries: readonly LibraryEntry[]): AsyncIterable<LibraryHit | undefined>;
  /** Makes the first search faster; whoever shows a list calls it when that is shown. */
  prepareSearch?(): Promise<void>;
  setFavourite(id: string, isFavourite: boolean): Promise<void>;
  /** Puts a conversation away until it is restored or purged. */
  remove(id: string): Promise<void>;
  /** False if it is gone. */
  restore(id: string): Promise<boolean>;
  /** Deletes for good what was removed: one conversation, or all. */
  purge(id?: string): Promise<void>;
  /** Keeps a whole conversation under a new id. */
  add(
    id: string,
    content: { readonly events: readonly ChatEvent[]; readonly attachments: readonly Attachment[] },
  ): Promise<void>;
}

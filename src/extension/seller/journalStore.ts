import type { JournalEntry } from "../../seller/write/journalEntry.ts";

export interface JournalQuery {
  readonly search: string;
  readonly offset: number;
  readonly count: number;
  /** Only the writes of one import. */
  readonly batch?: string | undefined;
  /** An import is only its newest write, as long as nothing is searched. */
  readonly isGrouped?: boolean | undefined;
}

export interface JournalEntries {
  /** Number of entries on all pages. */
  readonly matching: number;
  readonly entries: readonly JournalEntry[];
  /** Number of writes of each import. */
  readonly batches: ReadonlyMap<string, number>;
}

/** The journal of every write of this person, made in any way. */
export interface JournalStore {
  /** Resolves when the entry is saved. */
  append(entry: JournalEntry): Promise<void>;
  /**
   * Each write once, in its final state, oldest first; the newest part of a very long journal. Read
   * as they are taken, because a journal is larger than what should be in memory.
   */
  entries(): AsyncIterable<JournalEntry>;
  /** Those of `entries` that contain all words of the search, newest first, a page of them. */
  page(query: JournalQuery): Promise<JournalEntries>;
  find(id: string): Promise<JournalEntry | undefined>;
}

import type { JournalEntry } from "../../seller/write/journalEntry.ts";

export interface JournalQuery {
  readonly search: string;
  readonly offset: number;
  readonly count: number;
  readonly batch?: string | undefined;
  /** With true an import is one entry, its newest write, unless a search is active. */
  readonly isGrouped?: boolean | undefined;
}

export interface JournalEntries {
  readonly matching: number;
  readonly entries: readonly JournalEntry[];
  readonly batches: ReadonlyMap<string, number>;
}

export interface JournalStore {
  append(entry: JournalEntry): Promise<void>;
  /** Each write in its final state, oldest first. The iterator reads lazily, to save memory. */
  entries(): AsyncIterable<JournalEntry>;
  page(query: JournalQuery): Promise<JournalEntries>;
  find(id: string): Promise<JournalEntry | undefined>;
}

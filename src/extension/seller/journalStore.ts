import type { JournalEntry } from "../../seller/write/journalEntry.ts";

/** The journal of every write of this person, by whatever way it was made. */
export interface JournalStore {
  /** Resolves when the entry is kept. */
  append(entry: JournalEntry): Promise<void>;
  /** Each write once, as it ended, oldest first; of a very long journal the newest part. */
  entries(): Promise<readonly JournalEntry[]>;
}

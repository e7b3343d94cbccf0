import type { JournalEntry } from "../../seller/write/journalEntry.ts";

/** The journal of every write of this person, made in any way. */
export interface JournalStore {
  /** Resolves when the entry is saved. */
  append(entry: JournalEntry): Promise<void>;
  /** Each write once, in its final state, oldest first; the newest part of a very long journal. */
  entries(): Promise<readonly JournalEntry[]>;
}

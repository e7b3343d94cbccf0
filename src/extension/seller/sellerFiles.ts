import type { CsvInput } from "./import/csvInput.ts";
import type { ImportStorage } from "./import/importStorage.ts";
import type { JournalStore } from "./journalStore.ts";

/** What the seller part needs of a disk; where there is none, there is no seller part. */
export interface SellerFiles {
  readonly journal: JournalStore;
  readonly imports: ImportStorage;
  /** A file on this machine; rejects if it is not there. */
  openCsv(path: string, uri: string): Promise<CsvInput>;
}

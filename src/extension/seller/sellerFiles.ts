import type { CsvInput } from "./import/csvInput.ts";
import type { ProfileStore } from "./import/importProfiles.ts";
import type { ImportStorage, TidyAfter } from "./import/importStorage.ts";
import type { JournalStore } from "./journalStore.ts";

/** The seller part needs a disk. */
export interface SellerFiles {
  readonly journal: JournalStore;
  readonly imports: ImportStorage;
  readonly profiles: ProfileStore;
  readonly tidyAfter: TidyAfter;
  /** Rejects if it does not exist. */
  openCsv(path: string, uri: string): Promise<CsvInput>;
}

import type { CsvInput } from "./import/csvInput.ts";
import type { ProfileStore } from "./import/importProfiles.ts";
import type { ImportStorage, TidyAfter } from "./import/importStorage.ts";
import type { JournalStore } from "./journalStore.ts";

/** Files of the seller part, which needs a disk. */
export interface SellerFiles {
  readonly journal: JournalStore;
  readonly imports: ImportStorage;
  readonly profiles: ProfileStore;
  readonly tidyAfter: TidyAfter;
  /** Opens a CSV file; rejects if it does not exist. */
  openCsv(path: string, uri: string): Promise<CsvInput>;
}

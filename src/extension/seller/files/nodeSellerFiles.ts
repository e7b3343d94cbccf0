import { join } from "node:path";

import type { SellerFiles } from "../sellerFiles.ts";
import { diskCsv } from "./diskCsv.ts";
import { ImportFiles } from "./importFiles.ts";
import { JournalFiles } from "./journalFiles.ts";

/** Below the extension's own folder. */
export function nodeSellerFiles(folder: string, now: () => number): SellerFiles {
  return {
    journal: new JournalFiles(join(folder, "journal")),
    imports: new ImportFiles(join(folder, "imports"), now),
    openCsv: diskCsv,
  };
}

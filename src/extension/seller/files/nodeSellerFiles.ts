import { join } from "node:path";

import { trustedTime } from "../../../agentNode/files/ageClockFile.ts";
import { importProfilesFile } from "../../../seller/csv/check/importProfile.ts";
import { importLocksFolder } from "../../../seller/csv/run/importLock.ts";
import { journalFolderName } from "../../../seller/write/journalEntry.ts";
import type { SellerFiles } from "../sellerFiles.ts";
import { diskCsv } from "./diskCsv.ts";
import { garbageHints } from "./garbageHints.ts";
import { ImportFiles } from "./importFiles.ts";
import { JournalFiles } from "./journalFiles.ts";
import { ProfileFile } from "./profileFile.ts";

export interface SellerFolders {
  readonly own: string;
  readonly shared: string;
}

export function nodeSellerFiles({ own, shared }: SellerFolders): SellerFiles {
  const tidyAfter = garbageHints();
  return {
    journal: new JournalFiles(join(shared, journalFolderName), tidyAfter),
    imports: new ImportFiles(
      join(own, "imports"),
      () => trustedTime(own),
      join(shared, importLocksFolder),
    ),
    profiles: new ProfileFile(join(shared, importProfilesFile)),
    tidyAfter,
    openCsv: diskCsv,
  };
}

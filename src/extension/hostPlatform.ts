import type * as vscode from "vscode";

import type { SellerFiles } from "./seller/sellerFiles.ts";
import type { Platform } from "./view/platform.ts";

/** What the whole extension needs of the machine it runs on. */
export interface HostPlatform extends Platform {
  /** For the journal of writes; absent without a disk. */
  readonly createSellerFiles?: (folder: vscode.Uri) => SellerFiles;
}

import type * as vscode from "vscode";

import type { SellerFiles } from "./seller/sellerFiles.ts";
import type { Platform } from "./view/platform.ts";

/** The abilities that the extension needs from its machine. */
export interface HostPlatform extends Platform {
  /** Files for the journal of writes; absent without a disk. */
  readonly createSellerFiles?: (folder: vscode.Uri) => SellerFiles;
}

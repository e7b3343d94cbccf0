import type * as vscode from "vscode";

import type { IndexCalls } from "../../codeIndex/indexCalls.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";

/** Where the indexes of this window run. */
export interface IndexHost extends Disposable {
  readonly calls: IndexCalls;
  /** Resolves when it ended, by itself or by `dispose`; calls that were open are rejected. */
  readonly ended: Promise<void>;
}

/** How this machine or browser runs the index. */
export interface CodeIndexPlatform {
  start(extensionUri: vscode.Uri, files: WorkspaceFiles): Promise<IndexHost>;
  /** The folder as the index names it; undefined if it cannot read it. */
  keyOf(folder: vscode.Uri): string | undefined;
}

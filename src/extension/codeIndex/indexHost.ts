import type * as vscode from "vscode";

import type { IndexCalls } from "../../codeIndex/indexCalls.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";

export interface IndexHost extends Disposable {
  readonly calls: IndexCalls;
  readonly ended: Promise<void>;
}

export interface CodeIndexPlatform {
  start(extensionUri: vscode.Uri, files: WorkspaceFiles): Promise<IndexHost>;
  keyOf(folder: vscode.Uri): string | undefined;
}

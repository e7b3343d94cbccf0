import * as vscode from "vscode";

import { systemClock } from "../../shared/clock.ts";
import type { Tool } from "../../shared/tool.ts";
import type { WorkspaceFiles } from "../context/workspaceFiles.ts";
import { settings } from "../editor/settings.ts";
import { CodeSearch } from "./codeSearch.ts";
import type { IndexHost } from "./indexHost.ts";
import { showIndexStatus } from "./indexStatus.ts";
import { searchTool } from "./searchTool.ts";

/** The search in the code of this window; undefined where no thread can be started. */
export function createCodeSearch(
  { extensionUri, globalStorageUri, subscriptions }: vscode.ExtensionContext,
  startThread: ((extensionUri: vscode.Uri) => IndexHost) | undefined,
  files: WorkspaceFiles,
): CodeSearch | undefined {
  if (!startThread) {
    return undefined;
  }
  const search = new CodeSearch({
    start: () => startThread(extensionUri),
    files,
    settings: {
      isEnabled: settings.usesCodeIndex,
      maxFiles: settings.indexMaxFiles,
      exclude: settings.indexExclude,
      onDidChange: (listener) => settings.onDidChange("index", listener),
    },
    storage: vscode.Uri.joinPath(globalStorageUri, "codeIndex"),
    clock: systemClock,
  });
  subscriptions.push(search, showIndexStatus(search));
  return search;
}

/** The tool over the search, if the person lets models use it and there is something to search. */
export function offeredSearch(search: CodeSearch | undefined): readonly Tool[] {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.scheme === "file",
  );
  const isWanted = settings.offersCodeSearch() && settings.usesCodeIndex();
  return search && hasFolder && isWanted ? [searchTool(search)] : [];
}

import * as vscode from "vscode";

import { systemClock } from "../../shared/clock.ts";
import type { Tool } from "../../shared/tool.ts";
import { WorkspaceFiles } from "../context/workspaceFiles.ts";
import { settings } from "../editor/settings.ts";
import type { Platform } from "../view/platform.ts";
import { CodeSearch } from "./codeSearch.ts";
import type { IndexHost } from "./indexHost.ts";
import { showIndexStatus } from "./indexStatus.ts";
import { searchTool } from "./searchTool.ts";

/** The workspace's files, and the search in them; the latter is undefined where no thread can be started. */
export function createCodeSearch(
  { extensionUri, globalStorageUri, subscriptions }: vscode.ExtensionContext,
  {
    realPath,
    startCodeIndex,
  }: Pick<Platform, "realPath"> & {
    readonly startCodeIndex?: (extensionUri: vscode.Uri) => IndexHost;
  },
): { readonly files: WorkspaceFiles; readonly codeSearch: CodeSearch | undefined } {
  const files = new WorkspaceFiles(systemClock, realPath);
  if (!startCodeIndex) {
    return { files, codeSearch: undefined };
  }
  const codeSearch = new CodeSearch({
    start: () => startCodeIndex(extensionUri),
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
  subscriptions.push(codeSearch, showIndexStatus(codeSearch));
  return { files, codeSearch };
}

/** The tool over the search, if the person lets models use it and there is something to search. */
export function offeredSearch(search: CodeSearch | undefined): readonly Tool[] {
  const hasFolder = (vscode.workspace.workspaceFolders ?? []).some(
    ({ uri }) => uri.scheme === "file",
  );
  const isWanted = settings.offersCodeSearch() && settings.usesCodeIndex();
  return search && hasFolder && isWanted ? [searchTool(search)] : [];
}

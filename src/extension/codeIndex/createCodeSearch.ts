import * as vscode from "vscode";

import type { TextScanner } from "../../chat/protection/textScanner.ts";
import { systemClock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { Tool } from "../../shared/conversation/tool.ts";
import { exclusions, onDidChangeExclusions } from "../../shared/guarded/excludedPaths.ts";
import { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { settings } from "../editor/settings.ts";
import type { Platform } from "../view/platform.ts";
import { CodeSearch } from "./codeSearch.ts";
import type { Memory } from "./dailyChunks.ts";
import type { CodeIndexPlatform } from "./indexHost.ts";
import { showIndexStatus } from "./indexStatus.ts";
import { searchTool } from "./searchTool.ts";
import { SemanticStage, type SemanticStageDeps } from "./semanticStage.ts";

const agreedKey = "aiHub.index.semantic";
const sentKey = "aiHub.index.semanticSent";

export interface SearchHub {
  readonly connection: SemanticStageDeps["hub"];
  readonly protection: { readonly scanner: TextScanner };
  readonly isTurnRunning: () => boolean;
}

export function createCodeSearch(
  {
    extensionUri,
    globalStorageUri,
    workspaceState,
    globalState,
    subscriptions,
  }: vscode.ExtensionContext,
  { realPath, codeIndex }: Pick<Platform, "realPath"> & { readonly codeIndex: CodeIndexPlatform },
  hub: SearchHub,
): {
  readonly files: WorkspaceFiles;
  readonly codeSearch: CodeSearch;
  readonly semantic: SemanticStage;
} {
  const files = new WorkspaceFiles(systemClock, realPath);
  const codeSearch = new CodeSearch({
    start: () => codeIndex.start(extensionUri, files),
    keyOf: (folder) => codeIndex.keyOf(folder),
    files,
    settings: {
      isEnabled: settings.usesCodeIndex,
      maxFiles: settings.indexMaxFiles,
      exclude: settings.indexExclude,
      onDidChange: onOtherIndex,
    },
    similarTo: (query) => semantic.similarTo(query),
    storage: vscode.Uri.joinPath(globalStorageUri, "codeIndex"),
    clock: systemClock,
  });
  const semantic = new SemanticStage({
    hub: hub.connection,
    hasFinding: (text) => hub.protection.scanner.scan(text).length > 0,
    isTurnRunning: hub.isTurnRunning,
    search: codeSearch,
    model: () => (vscode.workspace.isTrusted ? settings.indexEmbeddings() : ""),
    memory: memoryOf(workspaceState, agreedKey),
    sentToday: memoryOf(globalState, sentKey),
    clock: systemClock,
    random: Math.random,
  });
  subscriptions.push(codeSearch, semantic, showIndexStatus(codeSearch, semantic));
  return { files, codeSearch, semantic };
}

function memoryOf(state: vscode.Memento, key: string): Memory {
  return {
    get: () => state.get<unknown>(key),
    set: (value) => void state.update(key, value),
  };
}

/** Calls the listener if a setting or an excluded path changes the index. Settings of embeddings do not change it. */
function onOtherIndex(listener: () => void): Disposable {
  let before = choices();
  const look = (): void => {
    const after = choices();
    if (after !== before) {
      before = after;
      listener();
    }
  };
  const watched = new DisposableStore();
  watched.add(settings.onDidChange("index", look));
  watched.add(onDidChangeExclusions(look));
  return watched;
}

export function offeredSearch(search: CodeSearch): readonly Tool[] {
  const isWanted = settings.offersCodeSearch() && settings.usesCodeIndex();
  return search.hasFolders && isWanted ? [searchTool(search)] : [];
}

function choices(): string {
  return JSON.stringify([
    settings.usesCodeIndex(),
    settings.indexMaxFiles(),
    settings.indexExclude(),
    exclusions(),
  ]);
}

import { join } from "node:path";

import * as vscode from "vscode";

import { FolderIndex } from "../../../src/codeIndex/folderIndex.ts";
import { IndexedFolders } from "../../../src/codeIndex/indexedFolders.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";
import { CodeSearch } from "../../../src/extension/codeIndex/codeSearch.ts";
import { startIndexHere } from "../../../src/extension/codeIndex/indexHere.ts";
import type { IndexHost } from "../../../src/extension/codeIndex/indexHost.ts";
import { searchTool } from "../../../src/extension/codeIndex/searchTool.ts";
import type { WorkspaceFiles } from "../../../src/extension/context/files/workspaceFiles.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { exclusions, setExclusions } from "../../../src/shared/guarded/excludedPaths.ts";
import type { EditorFolder } from "./editorFolder.ts";

const { signal } = new AbortController();
const never = () => ({ dispose: () => undefined });

const inThread = (): IndexHost => ({
  calls: new IndexedFolders({
    placeOf: (params) => nodePlace({ ...params, environment: {}, now: Date.now }),
    clock: systemClock,
  }).calls,
  ended: new Promise(() => undefined),
  dispose: () => undefined,
});

const asked = async (search: CodeSearch): Promise<unknown> => {
  await search.folders();
  const prepared = await searchTool(search).prepare({ query: "planOf" }, signal);
  const answer = prepared.kind === "read" ? await prepared.run(signal) : prepared;
  search.dispose();
  return answer;
};

/** Ways in which the index and the search of a terminal read the file. */
export function indexWays(
  place: EditorFolder,
  files: WorkspaceFiles,
): Readonly<Record<string, () => Promise<unknown>>> {
  const searchOf = (host: () => IndexHost, keyOf: (folder: vscode.Uri) => string): CodeSearch =>
    new CodeSearch({
      start: () => Promise.resolve(host()),
      keyOf,
      files,
      settings: {
        isEnabled: () => true,
        maxFiles: () => 100,
        exclude: () => [],
        onDidChange: never,
      },
      storage: vscode.Uri.file(join(place.root, "..", "storage")),
      clock: systemClock,
    });
  const thread = () => searchOf(inThread, ({ path }) => path);
  const program = async (folder: string): Promise<unknown> => {
    const options = { usesHistory: true, environment: process.env, now: Date.now };
    const index = await FolderIndex.open(
      nodePlace({ folder: join(place.root, folder), ...options }),
    );
    await index.refresh(signal);
    const { hits } = await index.search({ query: "planOf", limit: 10 });
    await index.close();
    return hits;
  };
  return {
    "the index": () => asked(thread()),
    "the index of a browser": () =>
      asked(searchOf(() => startIndexHere(files, systemClock), String)),
    "an index from before the rule": async () => {
      const rules = exclusions();
      setExclusions("machine");
      const search = thread();
      await search.folders();
      setExclusions("machine", rules);
      return await asked(search);
    },
    "search.mjs": () => program("."),
    "search.mjs in the excluded folder": () => program("finance"),
  };
}

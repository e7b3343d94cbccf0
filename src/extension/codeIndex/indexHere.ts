import { IndexedFolders } from "../../codeIndex/indexedFolders.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { editorPlace } from "./editorPlace.ts";
import type { IndexHost } from "./indexHost.ts";

/** For a browser: indexes without a thread, working in slices. */
export function startIndexHere(files: WorkspaceFiles, clock: Clock): IndexHost {
  const { calls } = new IndexedFolders({
    placeOf: (params) => editorPlace(params, { files, clock }),
    clock,
  });
  return {
    calls,
    ended: new Promise(() => undefined),
    dispose: () => void calls.close(),
  };
}

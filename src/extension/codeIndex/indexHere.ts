import { IndexedFolders } from "../../codeIndex/indexedFolders.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { editorPlace } from "./editorPlace.ts";
import type { IndexHost } from "./indexHost.ts";

/** The indexes without a thread, in slices: for a browser, which has no disk for one. */
export function startIndexHere(files: WorkspaceFiles, clock: Clock): IndexHost {
  const { calls } = new IndexedFolders({
    placeOf: (params) => editorPlace(params, { files, clock }),
    clock,
  });
  return {
    calls,
    // Nothing but the whole extension can end it.
    ended: new Promise(() => undefined),
    dispose: () => void calls.close(),
  };
}

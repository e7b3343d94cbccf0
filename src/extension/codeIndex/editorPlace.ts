import * as vscode from "vscode";

import type { FolderPlace } from "../../codeIndex/folderPlace.ts";
import type { OpenParams } from "../../codeIndex/indexCalls.ts";
import { hasRules, IgnoreRules } from "../../context/ignoreRules.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { baseName } from "../../shared/text/baseName.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { unlessItFails } from "../editor/orUndefined.ts";

/** Each file comes through the editor, so no more than this are read. */
const mostFiles = 2_000;
/** Half of a frame: the index runs beside everything else of the extension here. */
const sliceMs = 8;

/** A folder that only the editor can read, as in a browser: without Git, and its index in memory only. */
export function editorPlace(
  { folder, maxFiles, exclude }: OpenParams,
  { files, clock }: { readonly files: WorkspaceFiles; readonly clock: Clock },
): FolderPlace {
  const root = vscode.Uri.parse(folder, true);
  const excluded = new IgnoreRules([{ path: ".aihubignore", content: exclude.join("\n") }]);
  const most = Math.min(maxFiles, mostFiles);
  const { fs } = vscode.workspace;
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root, path);
  return {
    list: async () => {
      files.forgetRules();
      const { files: found, isCut } = await files.below(root);
      const paths = found
        .map(({ relative }) => relative)
        .filter((path) => !excluded.isIgnored(path))
        .toSorted();
      return {
        files: paths.slice(0, most),
        secrets: 0,
        isCut: isCut || paths.length > most,
        isIgnored: (path) => excluded.isIgnored(path),
      };
    },
    isRuleFile: (path) => hasRules(baseName(path)),
    // One file that cannot be read, for whatever reason, does not end the index of the others.
    access: {
      stat: async (path) => {
        const found = await unlessItFails(fs.stat(at(path)));
        return found?.type === vscode.FileType.File
          ? { size: found.size, mtimeMs: found.mtime }
          : undefined;
      },
      read: async (path) => await unlessItFails(fs.readFile(at(path))),
    },
    pause: () =>
      new Promise((resolve) => {
        clock.startTimer(resolve, 0);
      }),
    sliceMs,
    now: () => clock.now(),
  };
}

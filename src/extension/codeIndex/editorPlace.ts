import * as vscode from "vscode";

import type { FolderPlace } from "../../codeIndex/folderPlace.ts";
import type { OpenParams } from "../../codeIndex/indexCalls.ts";
import { hasRules, IgnoreRules } from "../../context/ignoreRules.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { baseName } from "../../shared/text/baseName.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { unlessItFails } from "../editor/orUndefined.ts";

const mostFiles = 2_000;
/** Half a frame: here the index shares its thread with the rest of the extension. */
const sliceMs = 8;

/** For a folder that only the editor can read, for example in a browser: no Git, index in memory. */
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
    // An unreadable file must not stop the index of the others.
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

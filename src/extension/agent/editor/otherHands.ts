import * as vscode from "vscode";

import type { OtherHands } from "../../../agentNode/checkpoints/commandSnapshots.ts";

/**
 * Records saves, creations, renames and deletions in the editor until `stop`. They include the agent's own edits during
 * a background command; the checkpoint log identifies those.
 */
export function watchEditor(): OtherHands {
  const paths = new Set<string>();
  const add = (uris: readonly vscode.Uri[]): void => {
    for (const uri of uris) {
      if (uri.scheme === "file") {
        paths.add(uri.fsPath);
      }
    }
  };
  const { workspace } = vscode;
  const watch = vscode.Disposable.from(
    workspace.onDidSaveTextDocument(({ uri }) => add([uri])),
    workspace.onDidSaveNotebookDocument(({ uri }) => add([uri])),
    workspace.onDidCreateFiles(({ files }) => add(files)),
    workspace.onDidDeleteFiles(({ files }) => add(files)),
    workspace.onDidRenameFiles(({ files }) =>
      add(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    ),
  );
  return { paths: () => [...paths], stop: () => void watch.dispose() };
}

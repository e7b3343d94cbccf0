import * as vscode from "vscode";

import type { OtherHands } from "../../../agentNode/checkpoints/commandSnapshots.ts";

/**
 * What is saved, made, renamed and deleted in the editor from now on until `stop`. The agent's own edits, made while a
 * command runs in the background, are among it; the log of checkpoints knows those.
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

import * as vscode from "vscode";

/** The workspace's folders on this machine, without folders of virtual file systems. */
export function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

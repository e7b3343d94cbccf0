import * as vscode from "vscode";

/** The workspace's folders on this machine; those of a virtual file system are left out. */
export function localFolders(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
}

import * as vscode from "vscode";

/** True if a notebook at one of these addresses has changes that are not saved; it is no text document. */
export function hasUnsavedNotebook(addresses: readonly string[]): boolean {
  return vscode.workspace.notebookDocuments.some(
    ({ uri, isDirty, isClosed }) => isDirty && !isClosed && addresses.includes(uri.toString()),
  );
}

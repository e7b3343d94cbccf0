import * as vscode from "vscode";

import { findOrigin } from "../../../context/pasteOrigin.ts";
import { isSecretFile } from "../../../shared/guarded/secretFiles.ts";
import { baseName } from "../../../shared/text/baseName.ts";
import { attachFile } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import type { Offer } from "./offer.ts";

const maxDocument = 2_000_000;
const maxDocuments = 100;

/** Offers lines of an open document in place of an equal pasted text. */
export function pasteOffer(text: string, files: WorkspaceFiles): Offer | undefined {
  const sources = vscode.workspace.textDocuments
    .filter(({ uri }) => isOwnPlace(uri) && !isSecretFile(uri.path))
    .slice(0, maxDocuments)
    .map((document) => ({ document, text: document.getText() }))
    .filter((source) => source.text.length <= maxDocument);
  const origin = findOrigin(text, sources);
  if (!origin) {
    return undefined;
  }
  const { source, startLine, endLine } = origin;
  const { uri } = source.document;
  const path = vscode.workspace.asRelativePath(uri);
  return {
    source: "selection",
    label: `${baseName(path)}:${startLine}–${endLine}`,
    detail: path,
    attach: () => attachFile(uri, files, { startLine, endLine }),
  };
}

/** Excludes the editor's own copies, such as the last commit's text behind the gutter's change marks. */
function isOwnPlace(uri: vscode.Uri): boolean {
  return (
    uri.scheme === "untitled" ||
    vscode.workspace.getWorkspaceFolder(uri) !== undefined ||
    vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true
  );
}

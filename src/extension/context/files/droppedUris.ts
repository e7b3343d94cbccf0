import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { attachFile, attachFolder } from "./fileAttachments.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

/** Attaches files; ignores URIs of file systems that the editor cannot read. */
export async function attachUris(
  texts: readonly string[],
  files: WorkspaceFiles,
): Promise<readonly Attachment[]> {
  const attachments: Attachment[] = [];
  for (const uri of texts.flatMap(readUri)) {
    attachments.push(
      ...((await isFolder(uri)) ? await attachFolder(uri, files) : await attachFile(uri, files)),
    );
  }
  return attachments;
}

/** Reads URIs of the editor's file systems only: `http` would be fetched from the network. */
function readUri(text: string): vscode.Uri[] {
  try {
    const uri = vscode.Uri.parse(text, true);
    return vscode.workspace.fs.isWritableFileSystem(uri.scheme) === undefined ? [] : [uri];
  } catch {
    // Not a URI: ignored.
    return [];
  }
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

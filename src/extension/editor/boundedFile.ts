import * as vscode from "vscode";

/** Undefined if missing or unreadable. Reads only plain files: a device or pipe may never end. */
export async function readBounded(
  uri: vscode.Uri,
  maxBytes: number,
): Promise<Uint8Array | "tooLarge" | undefined> {
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.File) === 0) {
      return undefined;
    }
    const bytes = size > maxBytes ? undefined : await vscode.workspace.fs.readFile(uri);
    // The file may have grown since, and some file systems report no size.
    return !bytes || bytes.length > maxBytes ? "tooLarge" : bytes;
  } catch {
    // Deleted meanwhile, or not permitted.
    return undefined;
  }
}

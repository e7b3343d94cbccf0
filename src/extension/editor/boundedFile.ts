import * as vscode from "vscode";

/**
 * The bytes of a file whose size is asked first; undefined if there is no such file or it cannot be read. What is no
 * plain file is not read: the bytes of a device or a pipe may never end.
 */
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
    // It may have grown since, and not every file system tells a size.
    return !bytes || bytes.length > maxBytes ? "tooLarge" : bytes;
  } catch {
    // Gone since it was listed, or not to be read by this person.
    return undefined;
  }
}

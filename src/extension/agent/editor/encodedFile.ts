import * as vscode from "vscode";

import type { FileProblem, FileText } from "../../../agent/tools/base/workspace.ts";
import { sha256 } from "../../../shared/base/hash.ts";

/**
 * Text in the open document's encoding, only if encoding it again gives exactly these bytes. Example: a Latin-1 file
 * opened as UTF-8 shows wrong characters, and saving it would change every such line.
 */
export async function readEncoded({
  uri,
  encoding,
}: vscode.TextDocument): Promise<FileText | FileProblem> {
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    const text = await vscode.workspace.decode(bytes, { encoding });
    const [hash, again] = await Promise.all([
      sha256(bytes),
      vscode.workspace.encode(text, { encoding }).then(sha256),
    ]);
    return hash === again && !text.includes("\0")
      ? { text, hash }
      : { problem: "otherEncoding", detail: encoding };
  } catch {
    // The editor treats the file as binary, or it was deleted.
    return { problem: "otherEncoding", detail: encoding };
  }
}

export async function canEncode({ encoding }: vscode.TextDocument, text: string): Promise<boolean> {
  if (encoding === "utf8" || encoding === "utf8bom") {
    return true;
  }
  const bytes = await vscode.workspace.encode(text, { encoding });
  return (await vscode.workspace.decode(bytes, { encoding })) === text;
}

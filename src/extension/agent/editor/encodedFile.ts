import * as vscode from "vscode";

import type { FileProblem, FileText } from "../../../agent/tools/base/workspace.ts";
import { sha256 } from "../../../shared/base/hash.ts";

/**
 * The text of a file that is not UTF-8, in the encoding of its open document. Only if the editor would write exactly these
 * bytes again: one that opened a Latin-1 file as UTF-8 shows other characters, and saving would change every line with them.
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
    // No text in the editor's eyes, or it went away.
    return { problem: "otherEncoding", detail: encoding };
  }
}

/** Whether the encoding of a document has all characters of a text: the editor writes a `?` for others. */
export async function canEncode({ encoding }: vscode.TextDocument, text: string): Promise<boolean> {
  if (encoding === "utf8" || encoding === "utf8bom") {
    return true;
  }
  const bytes = await vscode.workspace.encode(text, { encoding });
  return (await vscode.workspace.decode(bytes, { encoding })) === text;
}

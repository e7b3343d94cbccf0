import * as vscode from "vscode";

import { sha256 } from "../../shared/base/hash.ts";
import { unlessItFails } from "../editor/orUndefined.ts";

const keptMs = 60 * 24 * 60 * 60 * 1000;
const marker = "opened";

export const folderData = {
  /** Also deletes indexes that were not opened for 60 days. */
  open: async (storage: vscode.Uri, folder: vscode.Uri): Promise<vscode.Uri> => {
    const own = vscode.Uri.joinPath(storage, await nameOf(folder));
    await vscode.workspace.fs.createDirectory(own);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(own, marker), new Uint8Array());
    await deleteOld(storage);
    return own;
  },

  delete: async (storage: vscode.Uri, folder: vscode.Uri): Promise<void> => {
    const own = vscode.Uri.joinPath(storage, await nameOf(folder));
    await unlessItFails(vscode.workspace.fs.delete(own, { recursive: true, useTrash: false }));
  },
};

async function nameOf(folder: vscode.Uri): Promise<string> {
  return (await sha256(folder.toString())).slice(0, 32);
}

async function deleteOld(storage: vscode.Uri): Promise<void> {
  for (const [name] of await vscode.workspace.fs.readDirectory(storage)) {
    const folder = vscode.Uri.joinPath(storage, name);
    const opened = await unlessItFails(
      vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, marker)),
    );
    if (opened && Date.now() - opened.mtime > keptMs) {
      await unlessItFails(vscode.workspace.fs.delete(folder, { recursive: true, useTrash: false }));
    }
  }
}

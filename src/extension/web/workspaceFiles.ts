import * as vscode from "vscode";

import { orUndefined } from "../editor/orUndefined.ts";
import type { TextFiles } from "./textFiles.ts";

export function workspaceFiles(root: vscode.Uri): TextFiles {
  const { fs } = vscode.workspace;
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root, ...path.split("/"));
  return {
    read: async (path) => {
      const bytes = await orUndefined(fs.readFile(at(path)));
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (path, text) => fs.writeFile(at(path), new TextEncoder().encode(text)),
    remove: async (path) => {
      await orUndefined(fs.delete(at(path), { recursive: true }));
    },
    list: async (path) => {
      const entries = await orUndefined(fs.readDirectory(at(path)));
      return (entries ?? []).map(([name]) => name);
    },
  };
}

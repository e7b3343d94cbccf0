import * as vscode from "vscode";

import { orUndefined } from "../../editor/orUndefined.ts";

/** A link counts as `other`: the browser host cannot follow it. */
export interface WebEntry {
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
}

/** Files of an editor in a browser, by absolute paths with `/`. Missing files are undefined; other failures reject. */
export interface WebFiles {
  stat(path: string): Promise<WebEntry | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  write(path: string, content: Uint8Array): Promise<void>;
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(path: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
}

export function webFiles(uriOf: (path: string) => vscode.Uri): WebFiles {
  const { fs } = vscode.workspace;
  return {
    stat: async (path) => {
      const found = await orUndefined(fs.stat(uriOf(path)));
      return found && { kind: kindOf(found.type), size: found.size };
    },
    read: async (path) => orUndefined(fs.readFile(uriOf(path))),
    write: async (path, content) => fs.writeFile(uriOf(path), content),
    move: async (from, to) => fs.rename(uriOf(from), uriOf(to), { overwrite: false }),
    remove: async (path) => {
      await orUndefined(fs.delete(uriOf(path)));
    },
    list: async (path) =>
      ((await orUndefined(fs.readDirectory(uriOf(path)))) ?? [])
        .filter(([, type]) => kindOf(type) !== "other")
        .map(([name, type]) => ({ name, isFolder: kindOf(type) === "folder" })),
  };
}

function kindOf(type: vscode.FileType): WebEntry["kind"] {
  if (type === vscode.FileType.File) {
    return "file";
  }
  return type === vscode.FileType.Directory ? "folder" : "other";
}

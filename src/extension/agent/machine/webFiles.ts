import * as vscode from "vscode";

import { orUndefined } from "../../editor/orUndefined.ts";

/** What stands at a path of the workspace; a link is `other`, because a browser's host cannot follow it. */
export interface WebEntry {
  readonly kind: "file" | "folder" | "other";
  readonly size: number;
}

/** Files of an editor in a browser, by absolute paths with `/`. A missing file is undefined; other failures reject. */
export interface WebFiles {
  stat(path: string): Promise<WebEntry | undefined>;
  read(path: string): Promise<Uint8Array | undefined>;
  /** Folders above are made. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** Fails if something is at the new place. */
  move(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(path: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
}

/** The files of the editor's own file systems. */
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

import * as vscode from "vscode";

/** What the editor's file system answers; undefined if there is no such file. Other failures reject. */
export async function orUndefined<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") {
      return undefined;
    }
    throw error;
  }
}

/** What the editor answers; undefined if it fails, for whatever reason. */
export async function unlessItFails<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

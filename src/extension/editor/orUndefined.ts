import * as vscode from "vscode";

/** Undefined for a missing file; other failures reject. */
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

export async function unlessItFails<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch {
    return undefined;
  }
}

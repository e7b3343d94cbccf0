import * as vscode from "vscode";

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly onDidCommit?: vscode.Event<void>;
  readonly state: {
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  diffIndexWithHEAD(path: string): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  /** A file's text in a commit; an empty `ref` reads the index. */
  show(ref: string, path: string): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly { readonly message: string }[]>;
}

interface GitChange {
  readonly uri: vscode.Uri;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

export async function gitRepositories(): Promise<readonly GitRepository[]> {
  // The version passed to `getAPI` fixes the shape.
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (!extension) {
    return [];
  }
  try {
    const git = await extension.activate();
    return git.getAPI(1).repositories;
  } catch {
    // Git is disabled or not installed.
    return [];
  }
}

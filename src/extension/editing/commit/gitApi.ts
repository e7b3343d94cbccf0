import * as vscode from "vscode";

/** The parts of a repository of the editor's own git extension (`extensions/git/src/api/git.d.ts`) that are used. */
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
  log(options: { readonly maxEntries: number }): Promise<readonly { readonly message: string }[]>;
}

interface GitChange {
  readonly uri: vscode.Uri;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

/** The repositories that are open; empty where the editor has no git. */
export async function gitRepositories(): Promise<readonly GitRepository[]> {
  // The shape is fixed by the version that `getAPI` is asked for.
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (!extension) {
    return [];
  }
  try {
    const git = await extension.activate();
    return git.getAPI(1).repositories;
  } catch {
    // Git is disabled by a setting, or there is none on this machine.
    return [];
  }
}

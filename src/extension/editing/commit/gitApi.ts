import * as vscode from "vscode";
import * as z from "zod/mini";

export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly onDidCommit?: vscode.Event<void>;
  readonly state: {
    readonly HEAD?: { readonly name?: string } | undefined;
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  diffIndexWithHEAD(path: string): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  /** The diff of the working tree to a commit, including the index. */
  diffWith(ref: string): Promise<readonly GitChange[]>;
  diffWith(ref: string, path: string): Promise<string>;
  getMergeBase(ref1: string, ref2: string): Promise<string | undefined>;
  getBranchBase?(
    name: string,
  ): Promise<{ readonly name?: string; readonly remote?: string } | undefined>;
  /** A file's text in a commit; an empty `ref` reads the index. */
  show(ref: string, path: string): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly { readonly message: string }[]>;
}

export interface GitChange {
  readonly uri: vscode.Uri;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

async function gitRepositories(): Promise<readonly GitRepository[]> {
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

/** The argument that a source control menu passes to its command. */
const sourceControlSchema = z.object({ rootUri: z.object({ path: z.string() }) });

/** The repository of a menu, else of the open file, else the first. */
export async function repositoryOf(given: unknown): Promise<GitRepository | undefined> {
  const repositories = await gitRepositories();
  const named = sourceControlSchema.safeParse(given).data?.rootUri.path;
  const active = vscode.window.activeTextEditor?.document.uri.path ?? "";
  return (
    repositories.find(({ rootUri }) => rootUri.path === named) ??
    repositories
      .filter(({ rootUri }) => active.startsWith(`${rootUri.path}/`))
      .toSorted((a, b) => b.rootUri.path.length - a.rootUri.path.length)[0] ??
    repositories[0]
  );
}

/** Relative to the repository, with `/`. */
export function pathInRepository({ rootUri }: GitRepository, uri: vscode.Uri): string {
  return uri.path.startsWith(`${rootUri.path}/`)
    ? uri.path.slice(rootUri.path.length + 1)
    : uri.path;
}

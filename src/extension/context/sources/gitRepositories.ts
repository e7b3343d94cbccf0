import * as vscode from "vscode";

import { addedFile, type CommitTree, filesOfCommit } from "./firstCommit.ts";

interface GitChange {
  readonly uri: vscode.Uri;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly authorName?: string;
  readonly authorDate?: Date;
}

interface GitRepository extends CommitTree {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
  };
  diffIndexWithHEAD(path: string): Promise<string>;
  diffWithHEAD(path: string): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
  diffBetween(ref1: string, ref2: string): Promise<readonly GitChange[]>;
  diffBetween(ref1: string, ref2: string, path: string): Promise<string>;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

const maxCommits = 50;
const maxFiles = 100;
/** In UTF-16 units: about 50,000 tokens. */
const maxDiff = 200_000;

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly detail: string;
  text(mayGo: MayGo): Promise<string>;
}

export type MayGo = (uri: vscode.Uri) => Promise<boolean>;

/** True if there are changes, as far as the git extension has scanned. */
export async function hasChanges(): Promise<boolean> {
  const all = await repositories();
  return all.some(({ state }) => state.indexChanges.length + state.workingTreeChanges.length > 0);
}

export async function workingChanges(
  mayGo: MayGo,
): Promise<{ readonly text: string; readonly isStaged: boolean } | undefined> {
  const all = await repositories();
  for (const isStaged of [true, false]) {
    const files = all.flatMap((repository) => uncommittedFiles(repository, isStaged));
    const text = await changesText({ files, isCut: false }, mayGo);
    if (text !== "") {
      return { text: bounded(text), isStaged };
    }
  }
  return undefined;
}

function uncommittedFiles(repository: GitRepository, isStaged: boolean): readonly ChangedFile[] {
  const { indexChanges, workingTreeChanges } = repository.state;
  return (isStaged ? indexChanges : workingTreeChanges).map(({ uri }) => ({
    uri,
    diff: () =>
      isStaged ? repository.diffIndexWithHEAD(uri.fsPath) : repository.diffWithHEAD(uri.fsPath),
  }));
}

export async function recentCommits(): Promise<readonly Commit[]> {
  const lists = await Promise.all(
    (await repositories()).map(async (repository) => {
      // `log` rejects in a repository without a commit.
      const commits = await repository.log({ maxEntries: maxCommits }).catch(() => []);
      return commits.map((commit) => readCommit(repository, commit));
    }),
  );
  return lists.flat();
}

function readCommit(repository: GitRepository, commit: GitCommit): Commit {
  const { hash, message, authorName, authorDate } = commit;
  const date = authorDate?.toISOString().slice(0, 10);
  return {
    hash,
    subject: message.split("\n", 1)[0] ?? hash,
    detail: [hash.slice(0, 8), authorName, date].filter((part) => part !== undefined).join(" · "),
    text: (mayGo) => commitText(repository, commit, mayGo),
  };
}

async function commitText(
  repository: GitRepository,
  commit: GitCommit,
  mayGo: MayGo,
): Promise<string> {
  const changes = await changesText(await changedFiles(repository, commit), mayGo);
  return bounded(`commit ${commit.hash}\n\n${commit.message.trim()}\n\n${changes}`);
}

interface ChangedFile {
  readonly uri: vscode.Uri;
  readonly diff: () => Promise<string>;
}

interface ChangedFiles {
  readonly files: readonly ChangedFile[];
  readonly isCut: boolean;
}

async function changedFiles(
  repository: GitRepository,
  { hash, parents: [parent] }: GitCommit,
): Promise<ChangedFiles> {
  if (parent === undefined) {
    const { paths, isCut } = await filesOfCommit(repository, hash);
    const files = paths.map((path) => ({
      uri: vscode.Uri.joinPath(repository.rootUri, path),
      diff: () => addedFile(repository, hash, path),
    }));
    return { files, isCut };
  }
  const changes = await repository.diffBetween(parent, hash);
  const files = changes.map(({ uri }) => ({
    uri,
    diff: () => repository.diffBetween(parent, hash, uri.fsPath),
  }));
  return { files, isCut: false };
}

async function changesText({ files, isCut }: ChangedFiles, mayGo: MayGo): Promise<string> {
  const parts: string[] = [];
  const leftOut: string[] = [];
  let size = 0;
  for (const { uri, diff } of files.slice(0, maxFiles)) {
    const isShown = size < maxDiff && (await mayGo(uri));
    const text = isShown ? await diff() : "";
    size += text.length;
    if (text !== "") {
      parts.push(text.trimEnd());
    } else if (!isShown) {
      leftOut.push(`(changed, not shown: ${vscode.workspace.asRelativePath(uri)})`);
    }
  }
  if (files.length > maxFiles) {
    leftOut.push(`(${files.length - maxFiles} more changed files are not shown)`);
  }
  if (isCut) {
    leftOut.push("(there are more, which were not looked at)");
  }
  return [...parts, ...leftOut].join("\n");
}

function bounded(text: string): string {
  return text.length <= maxDiff
    ? text
    : `${text.slice(0, maxDiff)}\n(The rest, ${text.length - maxDiff} characters, is left out.)`;
}

/** Empty if the git extension is missing, disabled or of another version. */
async function repositories(): Promise<readonly GitRepository[]> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (!extension) {
    return [];
  }
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.getAPI(1).repositories;
  } catch {
    // `getAPI` throws while git is disabled.
    return [];
  }
}

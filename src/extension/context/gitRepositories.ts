import * as vscode from "vscode";

/** The part of the built-in git extension's API, version 1, that is used here; checked before each use. */
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

interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
  };
  diff(cached?: boolean): Promise<string>;
  log(options: { readonly maxEntries: number }): Promise<readonly GitCommit[]>;
  diffBetween(ref1: string, ref2: string): Promise<readonly GitChange[]>;
  diffBetween(ref1: string, ref2: string, path: string): Promise<string>;
}

interface GitExtension {
  getAPI(version: 1): { readonly repositories: readonly GitRepository[] };
}

const maxCommits = 50;
const maxCommitFiles = 100;
/** In UTF-16 units: about 50,000 tokens. */
const maxDiff = 200_000;
/** The tree without files: what a first commit is compared with. */
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

export interface Commit {
  readonly hash: string;
  readonly subject: string;
  readonly detail: string;
  /** Message and changes. */
  text(): Promise<string>;
}

/** Whether there is a repository with changes, as far as the git extension has looked. */
export async function hasChanges(): Promise<boolean> {
  const all = await repositories();
  return all.some(({ state }) => state.indexChanges.length + state.workingTreeChanges.length > 0);
}

/** The staged changes, else those of the working tree; undefined if there are neither. */
export async function workingChanges(): Promise<
  { readonly text: string; readonly isStaged: boolean } | undefined
> {
  for (const isStaged of [true, false]) {
    const diffs = await Promise.all((await repositories()).map((one) => one.diff(isStaged)));
    const text = diffs.filter((diff) => diff !== "").join("\n");
    if (text !== "") {
      return { text: bounded(text), isStaged };
    }
  }
  return undefined;
}

export async function recentCommits(): Promise<readonly Commit[]> {
  const lists = await Promise.all(
    (await repositories()).map(async (repository) => {
      // A repository without a commit has no log.
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
    text: () => commitText(repository, commit),
  };
}

async function commitText(repository: GitRepository, commit: GitCommit): Promise<string> {
  const parent = commit.parents[0] ?? emptyTree;
  const changes = await repository.diffBetween(parent, commit.hash);
  const parts = [`commit ${commit.hash}`, "", commit.message.trim(), ""];
  let size = 0;
  for (const { uri } of changes.slice(0, maxCommitFiles)) {
    const diff =
      size < maxDiff ? await repository.diffBetween(parent, commit.hash, uri.fsPath) : "";
    size += diff.length;
    parts.push(diff === "" ? `(changed, not shown: ${uri.fsPath})` : diff);
  }
  if (changes.length > maxCommitFiles) {
    parts.push(`(${changes.length - maxCommitFiles} more changed files are not shown)`);
  }
  return bounded(parts.join("\n"));
}

function bounded(text: string): string {
  return text.length <= maxDiff
    ? text
    : `${text.slice(0, maxDiff)}\n(The rest, ${text.length - maxDiff} characters, is left out.)`;
}

/** None where the git extension is missing, off, or of another version. */
async function repositories(): Promise<readonly GitRepository[]> {
  const extension = vscode.extensions.getExtension<GitExtension>("vscode.git");
  if (!extension) {
    return [];
  }
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.getAPI(1).repositories;
  } catch {
    // It throws while it is switched off.
    return [];
  }
}

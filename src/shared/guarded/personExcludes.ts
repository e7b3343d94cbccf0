/** Git's own list of a repository, whose rules count from `base`/ above the paths of the workspace. */
export interface OuterExcludes {
  readonly text: string;
  readonly base: string;
}

let readRules: () => string | undefined = () => undefined;
let readOuter: (root: string) => OuterExcludes | undefined = () => undefined;

/** Sets how this program reads Git's ignore rules that no folder of the workspace has. */
export function readPersonExcludesWith(read: typeof readRules, outer: typeof readOuter): void {
  readRules = read;
  readOuter = outer;
}

/** The rules of the person for all repositories, which every rule of a repository overrides; undefined without any. */
export function personExcludes(): string | undefined {
  return readRules();
}

/** The list of the repository of a linked worktree or a subfolder; undefined if `root` has the repository itself. */
export function outerExcludes(root: string): OuterExcludes | undefined {
  return readOuter(root);
}

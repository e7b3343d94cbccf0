import type { PlainProgram } from "./programTable.ts";

const diffFlags = "pwbMCasuR";
const diffOptions = {
  stat: "flag",
  numstat: "flag",
  shortstat: "flag",
  summary: "flag",
  "name-only": "flag",
  "name-status": "flag",
  "no-color": "flag",
  "no-ext-diff": "flag",
  "no-textconv": "flag",
  "ignore-all-space": "flag",
  "word-diff": "flag",
  patch: "flag",
  "no-patch": "flag",
  unified: "number",
  "diff-filter": "text",
} as const;
const logOptions = {
  ...diffOptions,
  oneline: "flag",
  graph: "flag",
  all: "flag",
  merges: "flag",
  "no-merges": "flag",
  "first-parent": "flag",
  reverse: "flag",
  follow: "flag",
  decorate: "flag",
  "no-decorate": "flag",
  "abbrev-commit": "flag",
  "max-count": "number",
  skip: "number",
  since: "text",
  until: "text",
  after: "text",
  before: "text",
  author: "text",
  grep: "text",
  date: "text",
  format: "format",
  pretty: "format",
} as const;
const revisions = { operands: ["revision"], isOpen: true } as const;

/**
 * Excludes options that run a program (`--ext-diff`, `--show-signature`), write (`--output`) or read another file
 * (`--no-index`, `--contents`, `--exclude-from`).
 */
export const plainGit: Readonly<Record<string, PlainProgram>> = {
  status: {
    flags: "sbu",
    long: {
      short: "flag",
      branch: "flag",
      porcelain: "flag",
      ignored: "flag",
      "untracked-files": "text",
    },
    ...revisions,
  },
  diff: {
    flags: diffFlags,
    values: { U: "number" },
    long: { ...diffOptions, cached: "flag", staged: "flag", check: "flag" },
    ...revisions,
  },
  log: {
    flags: diffFlags,
    values: { n: "number", U: "number", S: "text", G: "text" },
    long: logOptions,
    takesDigits: true,
    ...revisions,
  },
  show: {
    flags: diffFlags,
    values: { n: "number", U: "number" },
    long: logOptions,
    ...revisions,
  },
  blame: {
    flags: "wMCsel",
    values: { L: "text" },
    long: { date: "text", porcelain: "flag" },
    ...revisions,
    least: 1,
  },
  "ls-files": {
    flags: "comdst",
    long: {
      cached: "flag",
      others: "flag",
      modified: "flag",
      deleted: "flag",
      stage: "flag",
      "exclude-standard": "flag",
    },
    ...revisions,
  },
  "rev-parse": {
    long: {
      "show-toplevel": "flag",
      "show-prefix": "flag",
      "abbrev-ref": "flag",
      short: "flag",
      verify: "flag",
      "is-inside-work-tree": "flag",
    },
    ...revisions,
  },
};

/**
 * Keys that start no program, read no other file and fetch nothing; `*` is a free name. An allow list, because drivers
 * (`filter.<any name>.clean`) have free names.
 */
const harmlessKeys = [
  /^core\.(?:repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|longpaths|abbrev|quotepath|protectntfs|protecthfs)$/u,
  /^(?:user|author|committer)\.(?:name|email)$/u,
  /^remote\..*\.(?:url|pushurl|fetch|tagopt|prune)$/su,
  /^branch\..*\.(?:remote|merge|rebase|pushremote|description|vscode-merge-base|gh-merge-base)$/su,
  /^(?:pull|push|fetch|init|gc|color|advice|merge|rebase)\.(?:rebase|ff|default|autosetupremote|prune|defaultbranch|auto|ui|conflictstyle|autostash)$/u,
  /^lfs\.(?:repositoryformatversion|url|[^.]*\.access)$/u,
];

/**
 * `listing`: output of `git config --local --list --null`. False for an unknown key, and for `core.bare` unless it is
 * false.
 */
export function isHarmlessGitConfig(listing: string): boolean {
  return listing
    .split("\0")
    .filter((entry) => entry !== "")
    .every((entry) => {
      const [key = "", ...value] = entry.split("\n");
      return key.toLowerCase() === "core.bare"
        ? value.join("\n") === "false"
        : harmlessKeys.some((pattern) => pattern.test(key.toLowerCase()));
    });
}

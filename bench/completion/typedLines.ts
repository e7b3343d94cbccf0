import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";

/** Lines that a commit added to a file, and what stands around them. */
export interface Insertion {
  readonly path: string;
  readonly before: string;
  readonly added: string;
  readonly after: string;
}

const endings = ["ts", "tsx", "js", "py", "go", "rs", "java", "cs", "php", "rb", "kt", "c"];
const [leastLines, mostLines] = [2, 14];
const maxFileLines = 3_000;
const maxRepositories = 24;

/** Insertions of the newest commits of each repository below a folder, or of this one, in a fixed order. */
export function insertionsOf(
  root: string | undefined,
  perRepository: number,
): readonly Insertion[] {
  return foldersBelow(root).flatMap((folder) => insertionsIn(folder, perRepository));
}

function foldersBelow(root: string | undefined): readonly string[] {
  return root === undefined
    ? [process.cwd()]
    : readdirSync(root)
        .toSorted()
        .map((name) => join(root, name))
        .filter((folder) => existsSync(join(folder, "HEAD")) || existsSync(join(folder, ".git")))
        .slice(0, maxRepositories);
}

export interface ModifiedFile {
  readonly path: string;
  readonly old: string;
  /** New texts of lines that were changed in place, by the line's number in the old file. */
  readonly changed: ReadonlyMap<number, string>;
}

export interface ModifyingCommit {
  readonly files: readonly ModifiedFile[];
  /** Paths of other files that hold a text before the commit, of the same language; a stand-in for the index. */
  readonly holding: (text: string, path: string) => readonly string[];
  /** The text of a file before the commit. */
  readonly before: (path: string) => string;
}

/** The newest commits, with the files whose hunks removed and added equally many lines. */
export function modifyingCommits(root: string | undefined): readonly ModifyingCommit[] {
  return foldersBelow(root).flatMap((folder) =>
    commitsOf(folder).map((commit) => ({
      files: git(folder, [...showOptions, commit, "--", ...files])
        .split(/^diff --git /mu)
        .slice(1)
        .map(modifiedFile),
      holding: (text, path) =>
        git(folder, ["grep", "-lFI", "-e", text, `${commit}^`, "--", `*${extname(path)}`])
          .split("\n")
          .flatMap((line) => (line === "" ? [] : [line.slice(line.indexOf(":") + 1)]))
          .filter((one) => one !== path),
      before: (path) => git(folder, ["show", `${commit}^:${path}`]),
    })),
  );
}

function modifiedFile(diff: string): ModifiedFile {
  const lines = diff.split("\n");
  const body = lines.slice(lines.findIndex((line) => line.startsWith("@@")) + 1);
  const old: string[] = [];
  const changed = new Map<number, string>();
  let [removed, added]: [number[], string[]] = [[], []];
  const close = (): void => {
    if (removed.length === added.length) {
      for (const [index, line] of removed.entries()) {
        changed.set(line, added[index] ?? "");
      }
    }
    [removed, added] = [[], []];
  };
  for (const line of body.slice(0, maxFileLines)) {
    if (line.startsWith("+")) {
      added.push(line.slice(1));
      continue;
    }
    if (line.startsWith("-")) {
      removed.push(old.length);
    } else {
      close();
    }
    old.push(line.slice(1));
  }
  close();
  const path = /^\+\+\+ b\/(.+)$/mu.exec(diff)?.[1] ?? "";
  return { path, old: old.join("\n"), changed };
}

const files = endings.map((ending) => `*.${ending}`);

const showOptions = [
  "show",
  "--format=",
  "-U100000",
  "--diff-filter=M",
  "--no-color",
  "--no-ext-diff",
];

function commitsOf(folder: string): readonly string[] {
  return git(folder, ["log", "--no-merges", "--format=%H", "-n", "300"])
    .split("\n")
    .filter((line) => line !== "");
}

function insertionsIn(folder: string, most: number): readonly Insertion[] {
  const found: Insertion[] = [];
  for (const commit of commitsOf(folder)) {
    if (found.length >= most) {
      break;
    }
    found.push(...readDiff(git(folder, [...showOptions, commit, "--", ...files])));
  }
  return found.slice(0, most);
}

/** A snapshot may lack objects; such a commit has no insertions. */
function git(folder: string, args: readonly string[]): string {
  try {
    return execFileSync("git", ["-C", folder, ...args], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return "";
  }
}

function readDiff(diff: string): readonly Insertion[] {
  return diff
    .split(/^diff --git /mu)
    .slice(1)
    .flatMap((part) => {
      const lines = part.split("\n");
      const start = lines.findIndex((line) => line.startsWith("@@"));
      const path = /^\+\+\+ b\/(.+)$/mu.exec(part)?.[1];
      const body = lines.slice(start + 1).filter((line) => !line.startsWith("\\"));
      return start < 0 || path === undefined || body.length > maxFileLines
        ? []
        : firstInsertion(path, body);
    });
}

function firstInsertion(path: string, body: readonly string[]): readonly Insertion[] {
  const kept = body.filter((line) => !line.startsWith("-"));
  const first = kept.findIndex((line) => line.startsWith("+"));
  const length = kept.slice(first).findIndex((line) => !line.startsWith("+"));
  const texts = kept.map((line) => line.slice(1));
  if (first < 1 || length < leastLines || length > mostLines) {
    return [];
  }
  const added = texts.slice(first, first + length).join("\n");
  return added.length > 1_500 || added.trim().length < 20
    ? []
    : [
        {
          path,
          before: `${texts.slice(0, first).join("\n")}\n`,
          added,
          after: `\n${texts.slice(first + length).join("\n")}`,
        },
      ];
}

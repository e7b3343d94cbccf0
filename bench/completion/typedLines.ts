import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

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
  const folders =
    root === undefined
      ? [process.cwd()]
      : readdirSync(root)
          .toSorted()
          .map((name) => join(root, name))
          .filter((folder) => existsSync(join(folder, "HEAD")) || existsSync(join(folder, ".git")))
          .slice(0, maxRepositories);
  return folders.flatMap((folder) => insertionsIn(folder, perRepository));
}

function insertionsIn(folder: string, most: number): readonly Insertion[] {
  const found: Insertion[] = [];
  const commits = git(folder, ["log", "--no-merges", "--format=%H", "-n", "300"]).split("\n");
  for (const commit of commits.filter((line) => line !== "")) {
    if (found.length >= most) {
      break;
    }
    const files = endings.map((ending) => `*.${ending}`);
    const options = ["--format=", "-U100000", "--diff-filter=M", "--no-color", "--no-ext-diff"];
    found.push(...readDiff(git(folder, ["show", ...options, commit, "--", ...files])));
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

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { leftOutUnread, sourceText } from "../../src/codeIndex/text/sourceFile.ts";

/** The repositories on which the index is tuned, as git directories `<owner>+<name>`, each at a frozen commit. */
const developed = new Map([
  ["pallets+flask", "746455d1038f"],
  ["honojs+hono", "a2685692543c"],
  ["spf13+cobra", "e35034f0daec"],
  ["sharkdp+bat", "a3a23e575911"],
  ["google+gson", "43396e45fd1f"],
  ["App-vNext+Polly", "a5007c145c31"],
  ["slimphp+Slim", "957578fa202f"],
  ["sinatra+sinatra", "2d839f82b721"],
]);
/** Of other repositories, the commit this far before the newest one is indexed. */
const commitsAfter = 300;

export interface Repository {
  readonly name: string;
  /** False if the index was never tuned on it. */
  readonly isDeveloped: boolean;
  readonly folder: string;
  /** The commit that is indexed. */
  readonly commit: string;
  /** Texts of the files that the index takes, by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Those that are below a folder, each with its files at the commit that is indexed. */
export function repositoriesIn(root: string): readonly Repository[] {
  return readdirSync(root)
    .filter((name) => name.includes("+"))
    .map((name) => {
      const folder = join(root, name);
      const frozen = developed.get(name);
      const commit = frozen ?? commitBefore(folder);
      const isDeveloped = frozen !== undefined;
      return { name, isDeveloped, folder, commit, files: filesAt(folder, commit) };
    });
}

function commitBefore(folder: string): string {
  const args = ["rev-list", "--no-merges", `--skip=${commitsAfter}`, "--max-count=1", "HEAD"];
  return git(folder, args).toString("utf8").slice(0, 12);
}

/** The output of git in a repository. */
export function git(folder: string, args: readonly string[], input?: string): Buffer {
  return execFileSync("git", ["-C", folder, ...args], { input, maxBuffer: 2 ** 30 });
}

function filesAt(folder: string, commit: string): ReadonlyMap<string, string> {
  const entries = git(folder, ["ls-tree", "-r", "-z", "--long", commit])
    .toString("utf8")
    .split("\0")
    .map((line) => /^100\d+ blob (\w+)\s+(\d+)\t(.+)$/su.exec(line))
    .flatMap((match) =>
      match ? [{ id: match[1] ?? "", size: Number(match[2]), path: match[3] ?? "" }] : [],
    )
    .filter(({ path, size }) => leftOutUnread(path, size) === undefined);
  const output = git(folder, ["cat-file", "--batch"], entries.map(({ id }) => `${id}\n`).join(""));
  const files = new Map<string, string>();
  let at = 0;
  for (const { path, size } of entries) {
    const start = output.indexOf("\n", at) + 1;
    const source = sourceText(new Uint8Array(output.subarray(start, start + size)), path);
    if (typeof source !== "string") {
      files.set(path, source.text);
    }
    at = start + size + 1;
  }
  return files;
}

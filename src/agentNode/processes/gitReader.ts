import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

import { isHarmlessGitConfig } from "../../agent/command/gitCommands.ts";
import { quietGitVariables } from "../../agent/command/quietGit.ts";
import { findProgram } from "./shell.ts";

const run = promisify(execFile);
const maxOutput = 67_108_864;
const timeoutMs = 5_000;

/** Writes nothing and starts no configured program. Drops paths above the folder; others are relative, with `/`. */
export class GitReader {
  readonly #git: string;
  readonly #path: string;
  readonly #folder: string;

  private constructor(git: string, path: string, folder: string) {
    this.#git = git;
    this.#path = path;
    this.#folder = folder;
  }

  /**
   * Undefined without a repository or Git, or if the configuration could start a program. `path` has no folders of the
   * workspace.
   */
  static async open(folder: string, path: string): Promise<GitReader | undefined> {
    const git = findProgram("git", path);
    if (git === undefined) {
      return undefined;
    }
    const reader = new GitReader(git, path, folder);
    try {
      const listing = await reader.#run(["config", "--local", "--list", "--null"]);
      return isHarmlessGitConfig(listing) ? reader : undefined;
    } catch {
      return undefined;
    }
  }

  async top(): Promise<string> {
    return (await this.#run(["rev-parse", "--show-toplevel"])).trimEnd();
  }

  async ownFolders(): Promise<{ readonly own: string; readonly common: string }> {
    const flags = ["rev-parse", "--absolute-git-dir", "--git-common-dir"];
    const [own = "", common = ""] = (await this.#run(flags)).trimEnd().split("\n");
    return { own, common: resolve(this.#folder, common) };
  }

  async commit(): Promise<string | undefined> {
    try {
      return (await this.#run(["rev-parse", "--verify", "--quiet", "HEAD"])).trim();
    } catch {
      // A repository without commits.
      return undefined;
    }
  }

  /** Newest first, at most 20: short id and title. */
  async commitsSince(commit: string): Promise<readonly string[]> {
    const flags = ["--oneline", "--no-decorate", "--no-color", "--max-count=20"];
    try {
      return (await this.#run(["log", ...flags, `${commit}..HEAD`, "--"]))
        .trim()
        .split("\n")
        .filter((line) => line !== "");
    } catch {
      // The commit was removed meanwhile.
      return [];
    }
  }

  /** `commit`, `tree` or `blob`, also for a tag; undefined if it names no object. */
  async typeOf(object: string): Promise<string | undefined> {
    try {
      return (await this.#run(["cat-file", "-t", `${object}^{}`])).trim();
    } catch {
      // Git reports the same error when it should show the object.
      return undefined;
    }
  }

  /**
   * The unified diff of a range of commits, as `main..HEAD`; of one commit to its parent; without a range, of the
   * working tree to the last commit. Undefined if the range names no commits. Only object ids reach `git diff`.
   */
  async diff(range: string): Promise<string | undefined> {
    const [, from = "", dots = "", to = ""] = /^(.*?)(?:(\.{2,3})(.*))?$/su.exec(range) ?? [];
    const ends = dots === "" ? oneCommit(from) : [from || "HEAD", to || "HEAD"];
    const ids = await Promise.all(ends.map((end) => this.#commitId(end)));
    if (ids.includes(undefined)) {
      return undefined;
    }
    const flags = [
      "--no-color",
      "--no-ext-diff",
      "--no-textconv",
      "--src-prefix=a/",
      "--dst-prefix=b/",
    ];
    const settings = ["-c", "core.quotePath=false"];
    return await this.#run([...settings, "diff", ...flags, ids.join(dots || ".."), "--"]);
  }

  async #commitId(name: string): Promise<string | undefined> {
    if (!/^[\w@][\w./@^~{}+-]{0,199}$/u.test(name)) {
      return undefined;
    }
    try {
      const flags = ["--verify", "--quiet", "--end-of-options"];
      const id = (await this.#run(["rev-parse", ...flags, `${name}^{commit}`])).trim();
      return /^[\da-f]{40,64}$/u.test(id) ? id : undefined;
    } catch {
      return undefined;
    }
  }

  /** Tracked files, and files that are not ignored. A nested repository is its folder, with `/` at the end. */
  async names(): Promise<readonly string[]> {
    return await this.#list(["ls-files", "-c", "-o", "--exclude-standard", "-z"]);
  }

  async ignored(): Promise<readonly string[]> {
    const flags = ["-o", "-i", "--exclude-standard", "--directory"];
    return await this.#list(["ls-files", ...flags, "-z"]);
  }

  /** Object ids of the files that equal the index, without submodules. */
  async clean(): Promise<ReadonlyMap<string, string>> {
    const [staged, differing] = await Promise.all([
      this.#list(["ls-files", "-s", "-z"]),
      this.#list(["diff-files", "--name-only", "-z", "--relative"]),
    ]);
    const differs = new Set(differing);
    return new Map(
      staged.flatMap((line): (readonly [string, string])[] => {
        const [, oid, path] = /^100[67]\d\d ([\da-f]{40,64}) 0\t(.+)$/su.exec(line) ?? [];
        return oid === undefined || path === undefined || differs.has(path) ? [] : [[path, oid]];
      }),
    );
  }

  async contents(oids: readonly string[]): Promise<readonly (Buffer | undefined)[]> {
    const child = spawn(this.#git, ["cat-file", "--batch"], {
      ...this.#options,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    // If Git ends early, the answer lacks the rest.
    child.stdin.on("error", () => {});
    child.stdin.end(oids.map((oid) => `${oid}\n`).join(""));
    await once(child, "close");
    return objectsIn(Buffer.concat(chunks), oids.length);
  }

  async #list(args: readonly string[]): Promise<readonly string[]> {
    return (await this.#run(args)).split("\0").filter((line) => line !== "");
  }

  async #run(args: readonly string[]): Promise<string> {
    const { stdout } = await run(this.#git, args, this.#options);
    return stdout;
  }

  get #options() {
    const env = { PATH: this.#path, ...quietGitVariables };
    return { cwd: this.#folder, env, timeout: timeoutMs, maxBuffer: maxOutput };
  }
}

/** The working tree to the last commit, or a commit to its parent. */
function oneCommit(name: string): readonly string[] {
  return name === "" ? ["HEAD"] : [`${name}^`, name];
}

/**
 * Reads a configuration again only if its file changed. The file includes no other file, because an include is not
 * harmless.
 */
export class GitReaders {
  readonly #known = new Map<
    string,
    { readonly config: string; readonly git: GitReader | undefined }
  >();

  async open(folder: string, path: string): Promise<GitReader | undefined> {
    const config = configMark(folder);
    const known = this.#known.get(folder);
    if (known !== undefined && known.config === config) {
      return known.git;
    }
    const git = await GitReader.open(folder, path);
    if (config !== undefined) {
      this.#known.set(folder, { config, git });
    }
    return git;
  }
}

function configMark(folder: string): string | undefined {
  try {
    const found = lstatSync(join(folder, ".git", "config"), { throwIfNoEntry: false });
    return found?.isFile() === true
      ? `${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`
      : undefined;
  } catch {
    // `.git` is a file.
    return undefined;
  }
}

function objectsIn(output: Buffer, count: number): readonly (Buffer | undefined)[] {
  const objects: (Buffer | undefined)[] = [];
  let at = 0;
  while (objects.length < count) {
    const end = output.indexOf(0x0a, at);
    const head = end < 0 ? "" : output.toString("latin1", at, end);
    const [, size] = /^[\da-f]+ blob (\d+)$/u.exec(head) ?? [];
    const start = end < 0 ? output.length : end + 1;
    const next = start + Number(size ?? -1);
    objects.push(
      size === undefined || next > output.length ? undefined : output.subarray(start, next),
    );
    at = next + 1;
  }
  return objects;
}

import { RuleFile } from "./ruleFile.ts";

/** Names of files with rules; a later one overrides an earlier one. */
export const ignoreFileNames = [".gitignore", ".aihubignore"] as const;

/** Whether a file of this name says what is ignored. */
export function hasRules(name: string): boolean {
  return ignoreFileNames.some((one) => one === name);
}

/** Git's own list of a repository, which is in no commit; its rules count from the repository's root. */
export const repositoryExcludes = ".git/info/exclude";

/** The rules of `repositoryExcludes`: first in the list, as rules of the folder override them. */
export function excludesOf(content: string | undefined): IgnoreFile {
  return { path: "exclude", content };
}

/** One file with rules. */
export interface IgnoreFile {
  /** Relative to the root, with `/` between segments. */
  readonly path: string;
  /** Undefined if the file is too large to read. */
  readonly content: string | undefined;
}

/** A file whose rules cannot be used. Until somebody repairs it, everything below its folder counts as ignored. */
export interface RefusedRules {
  readonly path: string;
  readonly reason: RefusalReason;
}

/** The file is too large, or has a rule that is longer than any path, or its rules cost too much work to match. */
export type RefusalReason = "tooLarge" | "ruleTooLong" | "tooMuchWork";

/** Work that a root may cost besides that of its paths, so that a few dear paths refuse no file. */
const firstWork = 50_000_000;
/** Work for each path on top of that: large honest roots have many paths, and each needs a few dozen. */
const workPerPath = 2_000;
/** Work of one file for one path. */
const maxWorkAtOnce = 2_000_000;
const maxKnownFolders = 50_000;

/** Folders that are always ignored, whatever the rules say. */
const alwaysIgnored = new Set([".git", "node_modules", ".hg", ".svn"]);

interface KnownFile {
  readonly path: string;
  readonly folder: string;
  readonly rules: RuleFile;
  refusal: RefusalReason | undefined;
  work: number;
}

/**
 * The rules of one root as git reads them (gitignore(5)): a file applies below its folder, a deeper or later
 * rule wins, and `!` includes a file again unless its folder is ignored. The author of a workspace may be
 * hostile, so the work of matching is counted, and a file that costs too much for the number of paths is refused.
 */
export class IgnoreRules {
  readonly #files: KnownFile[] = [];
  readonly #filesIn = new Map<string, KnownFile[]>();
  readonly #knownFolders = new Map<string, boolean>();
  #left: number;
  #work = 0;

  /** In one folder the later file overrides the earlier one. */
  constructor(files: readonly IgnoreFile[], limit = firstWork) {
    this.#left = limit;
    this.add(files);
  }

  /** Adds files before any path below their folders is asked about, as a walk from the top finds them. */
  add(files: readonly IgnoreFile[]): void {
    for (const { path, content } of files) {
      const file = knownFile(path, content);
      this.#files.push(file);
      const beside = this.#filesIn.get(file.folder);
      if (beside) {
        beside.push(file);
      } else {
        this.#filesIn.set(file.folder, [file]);
      }
    }
  }

  /** The files that were refused so far. */
  get refused(): readonly RefusedRules[] {
    return this.#files.flatMap(({ path, refusal }) =>
      refusal === undefined ? [] : [{ path, reason: refusal }],
    );
  }

  /** The work of matching so far, in compared bytes. */
  get work(): number {
    return this.#work;
  }

  /** `path` is relative to the root, with `/` between segments. */
  isIgnored(path: string, isFolder = false): boolean {
    const segments = path.split("/").filter((segment) => segment !== "");
    let parent = "";
    return segments.some((segment, index) => {
      parent = index === 0 ? segment : `${parent}/${segment}`;
      return (
        alwaysIgnored.has(segment) ||
        (index < segments.length - 1 || isFolder
          ? this.#isFolderLeftOut(parent)
          : this.#isLeftOut(parent, false))
      );
    });
  }

  #isFolderLeftOut(path: string): boolean {
    const known = this.#knownFolders.get(path);
    if (known !== undefined) {
      return known;
    }
    const isOut = this.#isLeftOut(path, true);
    if (this.#knownFolders.size < maxKnownFolders) {
      this.#knownFolders.set(path, isOut);
    }
    return isOut;
  }

  /** The decision for this path alone, without the folders above it. */
  #isLeftOut(path: string, isFolder: boolean): boolean {
    this.#left += workPerPath;
    let isOut = false;
    let start = 0;
    while (start !== -1) {
      for (const file of this.#filesIn.get(path.slice(0, Math.max(0, start - 1))) ?? []) {
        const said = this.#ask(file, path.slice(start), isFolder);
        if (said === "refused") {
          return true;
        }
        isOut = said === undefined ? isOut : said === "out";
      }
      const end = path.indexOf("/", start);
      start = end === -1 ? -1 : end + 1;
    }
    return isOut;
  }

  #ask(file: KnownFile, path: string, isFolder: boolean): "out" | "in" | "refused" | undefined {
    while (file.refusal === undefined) {
      const most = Math.min(this.#left, maxWorkAtOnce);
      const budget = { left: most };
      const said = file.rules.test(path, isFolder, budget);
      const work = most - budget.left;
      this.#left -= work;
      this.#work += work;
      file.work += work;
      if (budget.left >= 0) {
        return said;
      }
      this.#refuse(this.#left > 0 ? file : this.#costliest(file));
    }
    return "refused";
  }

  #costliest(first: KnownFile): KnownFile {
    const used = this.#files.filter(({ refusal }) => refusal === undefined);
    return used.reduce((most, file) => (file.work > most.work ? file : most), first);
  }

  /** Takes back the work that a refused file has cost, so that it does not count against the other files. */
  #refuse(file: KnownFile): void {
    file.refusal = "tooMuchWork";
    this.#left += file.work;
    this.#knownFolders.clear();
  }
}

function knownFile(path: string, content: string | undefined): KnownFile {
  const folder = path.split("/").slice(0, -1).join("/");
  const rules = new RuleFile(content ?? "");
  const tooLong = rules.hasTooLong ? "ruleTooLong" : undefined;
  return { path, folder, rules, refusal: content === undefined ? "tooLarge" : tooLong, work: 0 };
}

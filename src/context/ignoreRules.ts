import { RuleFile } from "./ruleFile.ts";

/** Names of the files that hold rules, the later the stronger. */
export const ignoreFileNames = [".gitignore", ".aihubignore"] as const;

/** One file with rules. */
export interface IgnoreFile {
  /** Relative to the root, with `/` between segments. */
  readonly path: string;
  /** Undefined for a file that is too large to be read. */
  readonly content: string | undefined;
}

/** A file whose rules cannot be used: until somebody mends it, everything below its folder counts as ignored. */
export interface RefusedRules {
  readonly path: string;
  readonly reason: RefusalReason;
}

/** Its size; one rule that is longer than any path; or more work to match than the whole workspace may cost. */
export type RefusalReason = "tooLarge" | "ruleTooLong" | "tooMuchWork";

/** Work for all paths of one root: all templates of github/gitignore in one file need half of it for 20,000 paths. */
const maxWork = 50_000_000;
/** Work of one file for one path: what a person's rules need is some hundred. */
const maxWorkAtOnce = 2_000_000;
const maxKnownFolders = 50_000;

/** Folders that are never of interest, whatever the rules say. */
const alwaysIgnored = new Set([".git", "node_modules", ".hg", ".svn"]);

interface KnownFile {
  readonly path: string;
  readonly folder: string;
  readonly rules: RuleFile;
  refusal: RefusalReason | undefined;
  work: number;
}

/**
 * The rules of one root as git reads them (gitignore(5)): files apply below their folder, a deeper or later
 * rule wins, `!` takes a file back in, but not from under a folder that is left out. The rules come from whoever
 * wrote the workspace, so what matching them costs is counted, and who costs most is refused.
 */
export class IgnoreRules {
  readonly #files: readonly KnownFile[];
  readonly #filesIn: ReadonlyMap<string, readonly KnownFile[]>;
  readonly #knownFolders = new Map<string, boolean>();
  #left: number;
  #work = 0;

  /** In one folder the later file is the stronger. */
  constructor(files: readonly IgnoreFile[], limit = maxWork) {
    this.#left = limit;
    this.#files = files.map(({ path, content }) => knownFile(path, content));
    this.#filesIn = byFolder(this.#files);
  }

  /** The files whose rules are not used, as far as is known by now. */
  get refused(): readonly RefusedRules[] {
    return this.#files.flatMap(({ path, refusal }) =>
      refusal === undefined ? [] : [{ path, reason: refusal }],
    );
  }

  /** What matching has cost so far, in compared bytes. */
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

  /** What the rules say of this very path, not of the folders above it. */
  #isLeftOut(path: string, isFolder: boolean): boolean {
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

  /** What a refused file has cost counts no longer: the others must not pay for it. */
  #refuse(file: KnownFile): void {
    file.refusal = "tooMuchWork";
    this.#left += file.work;
    this.#knownFolders.clear();
  }
}

function byFolder(files: readonly KnownFile[]): ReadonlyMap<string, readonly KnownFile[]> {
  const filesIn = new Map<string, KnownFile[]>();
  for (const file of files) {
    const beside = filesIn.get(file.folder);
    if (beside) {
      beside.push(file);
    } else {
      filesIn.set(file.folder, [file]);
    }
  }
  return filesIn;
}

function knownFile(path: string, content: string | undefined): KnownFile {
  const folder = path.split("/").slice(0, -1).join("/");
  const rules = new RuleFile(content ?? "");
  const tooLong = rules.hasTooLong ? "ruleTooLong" : undefined;
  return { path, folder, rules, refusal: content === undefined ? "tooLarge" : tooLong, work: 0 };
}

import {
  type OuterExcludes,
  outerExcludes,
  personExcludes,
} from "../shared/guarded/personExcludes.ts";
import { RuleFile } from "./ruleFile.ts";

/** A later file overrides an earlier one. */
export const ignoreFileNames = [".gitignore", ".aihubignore"] as const;

export function hasRules(name: string): boolean {
  return ignoreFileNames.some((one) => one === name);
}

export const repositoryExcludes = ".git/info/exclude";

/**
 * Git's rules beside those of the folders: the person's, then the list of a repository outside `root`, then
 * `repository`, the text of the list inside it. Null: it has none; undefined: it cannot be read.
 */
export function excludesWith(
  repository: string | undefined | null,
  root: string | undefined,
): readonly IgnoreFile[] {
  const person = personExcludes();
  const outer = root === undefined ? undefined : outerExcludes(root);
  return [
    ...(person === undefined ? [] : [{ path: "exclude", content: person }]),
    ...(outer === undefined || leavesOut(outer)
      ? []
      : [{ path: "exclude", content: outer.text, base: outer.base }]),
    ...(repository === null ? [] : [{ path: "exclude", content: repository }]),
  ];
}

/** True for rules that ignore the workspace itself: a person who opens it wants its files. */
function leavesOut({ text, base }: OuterExcludes): boolean {
  return base !== "" && new IgnoreRules([{ path: "exclude", content: text }]).isIgnored(base, true);
}

export interface IgnoreFile {
  readonly path: string;
  readonly content: string | undefined;
  /** The path from the folder of the rules to the root, if the file is above it. */
  readonly base?: string;
}

/** Until the file is fixed, everything below its folder counts as ignored. */
export interface RefusedRules {
  readonly path: string;
  readonly reason: RefusalReason;
}

/** `ruleTooLong`: the rule is longer than any path. `tooMuchWork`: the rules are too expensive to match. */
export type RefusalReason = "tooLarge" | "ruleTooLong" | "tooMuchWork";

const firstWork = 50_000_000;
/** The maximum of comparisons per path; an honest workspace needs a few dozen. */
const workPerPath = 2_000;
const maxWorkAtOnce = 2_000_000;
const maxKnownFolders = 50_000;

const alwaysIgnored = new Set([".git", "node_modules", ".hg", ".svn"]);

interface KnownFile {
  readonly path: string;
  readonly folder: string;
  /** Empty, or with a slash at its end. */
  readonly base: string;
  readonly rules: RuleFile;
  refusal: RefusalReason | undefined;
  work: number;
}

/**
 * Rules of one root, as in gitignore(5): a file applies below its folder, a deeper or later rule wins, and `!` includes
 * a file again unless its folder is ignored. A workspace may be hostile: matching is counted, and files that cost too
 * much for the number of paths are refused.
 */
export class IgnoreRules {
  readonly #files: KnownFile[] = [];
  readonly #filesIn = new Map<string, KnownFile[]>();
  readonly #knownFolders = new Map<string, boolean>();
  #left: number;
  #work = 0;

  constructor(files: readonly IgnoreFile[], limit = firstWork) {
    this.#left = limit;
    this.add(files);
  }

  add(files: readonly IgnoreFile[]): void {
    for (const each of files) {
      const file = knownFile(each);
      this.#files.push(file);
      const beside = this.#filesIn.get(file.folder);
      if (beside) {
        beside.push(file);
      } else {
        this.#filesIn.set(file.folder, [file]);
      }
    }
  }

  get refused(): readonly RefusedRules[] {
    return this.#files.flatMap(({ path, refusal }) =>
      refusal === undefined ? [] : [{ path, reason: refusal }],
    );
  }

  get work(): number {
    return this.#work;
  }

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
      const said = file.rules.test(file.base + path, isFolder, budget);
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

  /** Subtracts the refused file's work, so that it does not count against other files. */
  #refuse(file: KnownFile): void {
    file.refusal = "tooMuchWork";
    this.#left += file.work;
    this.#knownFolders.clear();
  }
}

function knownFile({ path, content, base = "" }: IgnoreFile): KnownFile {
  const folder = path.split("/").slice(0, -1).join("/");
  const rules = new RuleFile(content ?? "");
  const tooLong = rules.hasTooLong ? "ruleTooLong" : undefined;
  return {
    path,
    folder,
    base: base === "" ? "" : `${base}/`,
    rules,
    refusal: content === undefined ? "tooLarge" : tooLong,
    work: 0,
  };
}

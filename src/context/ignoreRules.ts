import ignore, { type Ignore } from "ignore";

/** Names of the files that hold rules, the later the stronger. */
export const ignoreFileNames = [".gitignore", ".aihubignore"] as const;

/** The text of one file with rules. */
export interface IgnoreFile {
  /** Folder of the file relative to the root, with `/` between segments; empty for the root. */
  readonly folder: string;
  readonly content: string;
}

/** Longer rule files are cut: nobody writes them by hand. */
const maxRuleUnits = 100_000;

/** Folders that are never of interest, whatever the rules say. */
const alwaysIgnored = new Set([".git", "node_modules", ".hg", ".svn"]);

/**
 * The rules of one root as git reads them (gitignore(5)): files apply below their folder, a deeper or later
 * rule wins, `!` takes a file back in, but not from under a folder that is left out.
 */
export class IgnoreRules {
  readonly #files: readonly { readonly folder: string; readonly rules: Ignore }[];

  constructor(files: readonly IgnoreFile[]) {
    this.#files = files
      .toSorted((a, b) => depthOf(a.folder) - depthOf(b.folder))
      .map(({ folder, content }) => ({
        folder,
        rules: ignore().add(content.slice(0, maxRuleUnits)),
      }));
  }

  /** `path` is relative to the root, with `/` between segments. */
  isIgnored(path: string, isFolder = false): boolean {
    const segments = path.split("/").filter((segment) => segment !== "");
    return segments.some((segment, index) => {
      const isLast = index === segments.length - 1;
      return (
        alwaysIgnored.has(segment) ||
        this.#isLeftOut(segments.slice(0, index + 1).join("/"), isFolder || !isLast)
      );
    });
  }

  /** What the rules say of this very path, not of the folders above it. */
  #isLeftOut(path: string, isFolder: boolean): boolean {
    let isOut = false;
    for (const { folder, rules } of this.#files) {
      const relative = relativeTo(folder, path);
      if (relative !== undefined && ignore.isPathValid(relative)) {
        const { ignored, unignored } = rules.test(isFolder ? `${relative}/` : relative);
        isOut = ignored || (isOut && !unignored);
      }
    }
    return isOut;
  }
}

/** The path from below a folder; undefined if it is not below it. */
function relativeTo(folder: string, path: string): string | undefined {
  if (folder === "") {
    return path;
  }
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}

function depthOf(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length;
}

/** What a plain Git command prints of files. */
export interface GitContents {
  /** Prints lines of files, not only names, counts and messages. */
  readonly showsLines: boolean;
  /** In a form in which nobody can tell to which file a line belongs. */
  readonly isUnmarked: boolean;
  /** Operands that may name an object: `HEAD`, `a..b`, `HEAD:path`, or a path. */
  readonly objects: readonly string[];
}

const listings: ReadonlySet<string> = new Set(
  "--stat --numstat --shortstat --summary --name-only --name-status --no-patch -s".split(" "),
);
/** Forms in which a line does not stand under the name of its file. */
const unmarked: ReadonlySet<string> = new Set(["--graph", "--check"]);
/** Options whose value is the next word. */
const withValue = /^-[a-zA-Z]*[nUSGL]$/u;

/** Reads a plain command's words; undefined if it is not one of Git's that print lines of files. */
export function gitContents(words: readonly string[]): GitContents | undefined {
  const [name, command = "", ...rest] = words.filter((word) => word !== "--no-pager");
  if (name !== "git" || !["diff", "log", "show"].includes(command)) {
    return undefined;
  }
  const end = rest.indexOf("--");
  const before = end < 0 ? rest : rest.slice(0, end);
  const isPatch = before.some(isPatchOption);
  const isListing = command === "log" || before.some((word) => listings.has(word));
  // Among all references may be a tag of a file, which is printed without its name.
  const isOfAll = command === "show" && before.includes("--all");
  const showsLines = isPatch || !isListing || isOfAll || before.includes("--check");
  return {
    showsLines,
    isUnmarked: showsLines && (isOfAll || before.some((word) => unmarked.has(word))),
    objects: before.filter(
      (word, index) => !word.startsWith("-") && !withValue.test(before[index - 1] ?? ""),
    ),
  };
}

function isPatchOption(word: string): boolean {
  return /^--(?:patch|word-diff|unified(?:=.*)?)$/su.test(word) || /^-[^-]*[puU]/u.test(word);
}

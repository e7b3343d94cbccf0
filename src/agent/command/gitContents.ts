/** The file contents that a plain Git command prints. */
export interface GitContents {
  /** True if it prints lines of files, not only names, counts and messages. */
  readonly showsLines: boolean;
  /** True if a printed line cannot be assigned to its file. */
  readonly isUnmarked: boolean;
  /** Operands that may name an object: `HEAD`, `a..b`, `HEAD:path`, or a path. */
  readonly objects: readonly string[];
}

const listings: ReadonlySet<string> = new Set(
  "--stat --numstat --shortstat --summary --name-only --name-status --no-patch -s".split(" "),
);
/** Options that print lines without their file's name. */
const unmarked: ReadonlySet<string> = new Set(["--graph", "--check"]);
/** Options whose next word is their value. */
const withValue = /^-[a-zA-Z]*[nUSGL]$/u;

/** Undefined if the command is not a Git command that prints lines of files. */
export function gitContents(words: readonly string[]): GitContents | undefined {
  const [name, command = "", ...rest] = words.filter((word) => word !== "--no-pager");
  if (name !== "git" || !["diff", "log", "show"].includes(command)) {
    return undefined;
  }
  const end = rest.indexOf("--");
  const before = end < 0 ? rest : rest.slice(0, end);
  const isPatch = before.some(isPatchOption);
  const isListing = command === "log" || before.some((word) => listings.has(word));
  // A tag of a file may be among all references; its lines have no file name.
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

export interface GitContents {
  readonly showsLines: boolean;
  readonly isUnmarked: boolean;
  readonly objects: readonly string[];
}

const listings: ReadonlySet<string> = new Set(
  "--stat --numstat --shortstat --summary --name-only --name-status --no-patch -s".split(" "),
);
const unmarked: ReadonlySet<string> = new Set(["--graph", "--check"]);
const withValue = /^-[a-zA-Z]*[nUSGL]$/u;

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

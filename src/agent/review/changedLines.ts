/** The lines of the new files that a diff shows: path, number, text. */
export type ChangedLines = ReadonlyMap<string, ReadonlyMap<number, string>>;

export interface NumberedDiff {
  /** Each line of a new file begins with its number. */
  readonly text: string;
  readonly lines: ChangedLines;
}

/** Reads a unified diff of Git with the prefixes `a/` and `b/`. */
export function numberedDiff(diff: string): NumberedDiff {
  const lines = new Map<string, Map<number, string>>();
  const numbered: string[] = [];
  let path: string | undefined;
  let next = 0;
  let left = 0;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/u.exec(line);
    if (hunk) {
      next = Number(hunk[1]);
      left = Number(hunk[2] ?? 1);
      numbered.push(line);
    } else if (left > 0 && /^[ +]/u.test(line)) {
      if (path !== undefined) {
        const known = lines.get(path) ?? new Map<number, string>();
        lines.set(path, known.set(next, line.slice(1)));
      }
      numbered.push(`${next} ${line}`);
      next += 1;
      left -= 1;
    } else {
      // Only outside a hunk: a removed line may look like a header.
      path = left === 0 && line.startsWith("+++ ") ? newPath(line.slice(4)) : path;
      numbered.push(line);
    }
  }
  return { text: numbered.join("\n"), lines };
}

/** Undefined for a removed file. */
function newPath(name: string): string | undefined {
  return /^b\/(.+?)\t?$/u.exec(name)?.[1];
}

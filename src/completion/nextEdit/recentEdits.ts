const maxEdits = 5;
const maxLines = 12;
const maxUnits = 1_500;

export interface LineEdit {
  readonly path: string;
  /** The difference: removed lines with `-`, added ones with `+`. */
  readonly text: string;
}

/** The last differences of the person's edits, oldest first. */
export class RecentEdits {
  #edits: readonly LineEdit[] = [];

  get list(): readonly LineEdit[] {
    return this.#edits;
  }

  /** Adds the difference of two states of a file; a large one is no hint and is left out. */
  add(path: string, before: string, now: string): void {
    const text = differenceOf(before, now);
    if (text !== undefined) {
      this.#edits = [...this.#edits, { path, text }].slice(-maxEdits);
    }
  }

  clear(): void {
    this.#edits = [];
  }
}

/** One block from the first to the last changed line; undefined if nothing changed, or too much. */
function differenceOf(before: string, now: string): string | undefined {
  if (before === now) {
    return undefined;
  }
  let start = 0;
  const most = Math.min(before.length, now.length);
  while (start < most && before[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && before.at(-1 - end) === now.at(-1 - end)) {
    end += 1;
  }
  const removed = wholeLines(before, start, before.length - end);
  const added = wholeLines(now, start, now.length - end);
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const text = lines.join("\n");
  return lines.length > maxLines * 2 || text.length > maxUnits ? undefined : text;
}

function wholeLines(text: string, start: number, end: number): readonly string[] {
  const first = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(first, end));
  const last = next < 0 ? text.length : next;
  // A bound before the split: a changed file may be one long line.
  return last - first > maxUnits
    ? [text.slice(first, first + maxUnits + 1)]
    : text.slice(first, last).replace(/\r$/u, "").split(/\r?\n/u);
}

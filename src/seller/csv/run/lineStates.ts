const rowStates = [
  "sent",
  "done",
  "failed",
  "unknown",
  "invalid",
  "unchanged",
  "unsent",
  "leftOut",
  "complained",
  "accepted",
] as const;

/**
 * `sent` is stored before a row that must not be repeated, `unsent` after an attempt that did nothing and will be
 * repeated. `complained`: the portal complained, but a reading shows the values. `accepted`: the portal took the row,
 * but no reading shows it yet.
 */
export type RowState = (typeof rowStates)[number];

/** True if the list still shows the earlier values. A missing record proves nothing: a list may omit stocks of zero. */
export class LineStates {
  #states = new Uint8Array(1024);
  readonly #counts: Record<RowState, number> = {
    sent: 0,
    done: 0,
    failed: 0,
    unknown: 0,
    invalid: 0,
    unchanged: 0,
    unsent: 0,
    leftOut: 0,
    complained: 0,
    accepted: 0,
  };

  get(line: number): RowState | undefined {
    return rowStates[(this.#states[line] ?? 0) - 1];
  }

  set(line: number, state: RowState): void {
    if (line >= this.#states.length) {
      const larger = new Uint8Array(Math.max(line + 1, this.#states.length * 2));
      larger.set(this.#states);
      this.#states = larger;
    }
    const before = this.get(line);
    if (before !== undefined) {
      this.#counts[before] -= 1;
    }
    this.#counts[state] += 1;
    this.#states[line] = rowStates.indexOf(state) + 1;
  }

  count(state: RowState): number {
    return this.#counts[state];
  }
}

/** A log with a greater line number is not ours. */
const maxLine = 100_000_000;

export function importLogLine(line: number, state: RowState): string {
  return `${line} ${state}\n`;
}

export function readImportLog(lines: Iterable<string>, states: LineStates): void {
  for (const text of lines) {
    const { line, state } = /^(?<line>\d{1,9}) (?<state>[a-z]+)$/u.exec(text)?.groups ?? {};
    const known = rowStates.find((name) => name === state);
    if (known !== undefined && Number(line) <= maxLine) {
      states.set(Number(line), known);
    }
  }
}

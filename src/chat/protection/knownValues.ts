/** The shortest value, an e-mail address, has six characters; a shorter one has no prefix. */
const prefixUnits = 4;

/** Values to find in texts. A text takes time for its length, however many values begin alike. */
export class KnownValues {
  readonly #sorted: readonly string[];
  /** For each value the index of the longest other value that it begins with; -1 without one. */
  readonly #inner: readonly number[];
  readonly #prefixes: ReadonlySet<string>;
  readonly #firstUnits: ReadonlySet<number>;

  constructor(values: Iterable<string>) {
    this.#sorted = [...new Set(values)].filter((value) => value !== "").toSorted(byUnits);
    this.#inner = innerValues(this.#sorted);
    this.#prefixes = new Set(this.#sorted.map((value) => value.slice(0, prefixUnits)));
    this.#firstUnits = new Set(this.#sorted.map((value) => value.charCodeAt(0)));
  }

  replaceIn(text: string, replacement: (value: string) => string): string {
    let result = "";
    let done = 0;
    for (const { start, value } of this.placesIn(text)) {
      result += text.slice(done, start) + replacement(value);
      done = start + value.length;
    }
    return done === 0 ? text : result + text.slice(done);
  }

  /** Places that do not overlap; the longest value at each. */
  *placesIn(text: string): Generator<{ readonly start: number; readonly value: string }> {
    for (let at = 0; at < text.length; at += 1) {
      const value = this.#firstUnits.has(text.charCodeAt(at)) ? this.#valueAt(text, at) : undefined;
      if (value !== undefined) {
        yield { start: at, value };
        at += value.length - 1;
      }
    }
  }

  #valueAt(text: string, at: number): string | undefined {
    if (!this.#prefixes.has(text.slice(at, at + prefixUnits))) {
      return undefined;
    }
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const value = this.#sorted[middle] ?? "";
      if (value <= text.slice(at, at + value.length)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    let index = low - 1;
    while (index >= 0 && !text.startsWith(this.#sorted[index] ?? "", at)) {
      index = this.#inner[index] ?? -1;
    }
    return this.#sorted[index];
  }
}

function byUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function innerValues(sorted: readonly string[]): readonly number[] {
  const open: number[] = [];
  return sorted.map((value, index) => {
    while (open.length > 0 && !value.startsWith(sorted[open.at(-1) ?? 0] ?? "")) {
      open.pop();
    }
    const inner = open.at(-1) ?? -1;
    open.push(index);
    return inner;
  });
}

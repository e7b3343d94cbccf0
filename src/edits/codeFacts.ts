import { letters } from "./indentation.ts";
import { otherLine, tokenLikeness } from "./lineScore.ts";
import { type CodeText, isMarkItem, type Item, type Run } from "./outline.ts";
import { Unclear } from "./unclear.ts";

/** Two lines more alike than this are the same line, changed. */
const sameLine = 0.6;

/** Compares lines of a block and its file, beyond the matched items. */
export class CodeFacts {
  readonly #file: CodeText;
  readonly #block: CodeText;
  /** Occurrences of each line in the file. */
  readonly #known: ReadonlyMap<string, number>;
  readonly #own: ReadonlySet<string>;
  readonly #calls: ReadonlySet<string>;

  constructor(file: CodeText, block: CodeText) {
    this.#file = file;
    this.#block = block;
    const known = new Map<string, number>();
    for (const line of file.lines) {
      known.set(line.trim(), (known.get(line.trim()) ?? 0) + 1);
    }
    this.#known = known;
    this.#own = new Set(block.lines.map((line) => line.trim()));
    this.#calls = new Set(
      file.lines.flatMap((line) =>
        [...line.matchAll(/([\w$]+)\s*\(/gu)].map(([, name = ""]) => name),
      ),
    );
  }

  /**
   * Drops a comment before a gap if the file has it, too: it belongs to the left-out lines. Throws
   * if the item below such a comment is unknown.
   */
  withoutLooseMarks(items: readonly Item[]): readonly Item[] {
    return items.filter((item, index) => {
      const isLoose =
        item.kind === "code" &&
        isMarkItem(this.#block, item) &&
        this.isInFile({ start: item.start, end: item.end });
      const isBeforeGap = items[index + 1]?.kind === "gap";
      const isCut = isBeforeGap ? !this.#followsSame(item.start) : items[index - 1]?.kind === "gap";
      if (isLoose && isCut) {
        throw new Unclear("What a comment stood on is missing");
      }
      if (items[index - 1]?.kind === "gap" && this.#endsSelectors(item)) {
        throw new Unclear("The gap may hide the first selectors of the rule");
      }
      return !isLoose || !isBeforeGap;
    });
  }

  /** True if the rule's first line ends a longer selector list in the file. */
  #endsSelectors({ kind, start }: Item): boolean {
    const text = (this.#block.lines[start] ?? "").trim();
    const { lines, syntax } = this.#file;
    return (
      kind === "code" &&
      syntax.hasSelectors === true &&
      lines.some(
        (line, row) => line.trim() === text && lines[row - 1]?.trimEnd().endsWith(",") === true,
      )
    );
  }

  /**
   * Lines of a string look alike: a gap among them is safe only if it is single and both its ends
   * are equal.
   */
  checkText(old: Run, own: Run): void {
    const { lines, isElided } = this.#block;
    const rows = Array.from({ length: own.end - own.start }, (_none, row) => own.start + row);
    const gaps = rows.filter((row) => isElided[row] === true);
    const [gap = own.end] = gaps;
    const above = trimmed(lines.slice(own.start, gap));
    const below = trimmed(
      lines.filter((_line, row) => gap < row && row < own.end && isElided[row] !== true),
    );
    const was = trimmed(this.#file.lines.slice(old.start, old.end));
    const isSame =
      above.length + below.length <= was.length &&
      above.every((line, row) => line === was[row]) &&
      below.every((line, row) => line === was[was.length - below.length + row]);
    if (above.length + below.length > 0 && (gaps.length > 1 || !isSame)) {
      throw new Unclear("A gap stands in a string or a comment that was changed");
    }
  }

  isInFile({ start, end }: Run): boolean {
    return this.hasAll(this.#block.lines.slice(start, end));
  }

  hasAll(lines: readonly string[]): boolean {
    return lines.every((line) => this.#known.has(line.trim()));
  }

  isRepeated(line: string): boolean {
    return (this.#known.get(line.trim()) ?? 0) > 1;
  }

  hasSome(lines: readonly string[]): boolean {
    return lines.some((line) => letters(line) > 2 && this.#own.has(line.trim()));
  }

  /** True if the file has all lines of a new item, or calls the name that it declares. */
  mayBeKnown({ head, end, key }: Item): boolean {
    const lines = this.#block.lines.slice(head, end).filter((line) => letters(line) > 2);
    const name = key.kind === "declaration" ? /[\w$]+$/u.exec(key.name)?.[0] : undefined;
    const isKnown = lines.length > 0 && lines.every((line) => this.#known.has(line.trim()));
    return isKnown || (name !== undefined && this.#calls.has(name));
  }

  /** True if the file has all new lines of an item elsewhere: the item may belong there. */
  mayBeOther(old: Item, own: Item): boolean {
    const was = new Set(trimmed(this.#file.lines.slice(old.head, old.end)));
    const fresh = trimmed(this.#block.lines.slice(own.head, own.end)).filter(
      (line) => letters(line) > 2 && !was.has(line),
    );
    return fresh.length > 0 && this.hasAll(fresh);
  }

  /**
   * True if a new item may be a changed old item: similar first line or equal body. Inside a
   * function, `RUN(a) {` looks like a declaration but is a statement.
   */
  mayBeSame(old: Item, own: Item, isBody: boolean): boolean {
    const body = textOf(this.#block, own.runs.at(-1));
    const hasOwnName = own.key.kind === "declaration" && !(isBody && own.key.name.endsWith(")"));
    const hasLikeHead = !hasOwnName && tokenLikeness(old.key.head, own.key.head) > otherLine;
    return hasLikeHead || (body !== "" && body === textOf(this.#file, old.runs.at(-1)));
  }

  /** True if the line follows the same line at each of its places in the file. */
  #followsSame(row: number): boolean {
    const text = (this.#block.lines[row] ?? "").trim();
    const above = lineAbove(this.#block.lines, row);
    return this.#file.lines.every(
      (line, other) => line.trim() !== text || lineAbove(this.#file.lines, other) === above,
    );
  }
}

/** True if a new item replaces an old item. Named items never replace each other. */
export function replaces(own: Item | undefined, old: Item | undefined): boolean {
  return (
    own?.key.kind === "text" &&
    old?.key.kind === "text" &&
    tokenLikeness(own.key.head, old.key.head) >= sameLine
  );
}

export function textOf({ lines }: CodeText, run: Run | undefined): string {
  return trimmed(lines.slice(run?.start ?? 0, run?.end ?? 0)).join("\n");
}

function trimmed(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

function lineAbove(lines: readonly string[], row: number): string | undefined {
  return lines
    .slice(0, row)
    .findLast((line) => line.trim() !== "")
    ?.trim();
}

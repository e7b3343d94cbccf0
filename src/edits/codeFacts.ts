import { letters } from "./indentation.ts";
import { tokenLikeness } from "./lineScore.ts";
import { type CodeText, isMarkItem, type Item, type Run } from "./outline.ts";
import { Unclear } from "./unclear.ts";

/** Lines that are alike by more than this are taken for the same line, changed; */
const sameLine = 0.6;
/** those that are alike by less for different ones. In between nobody knows. */
const otherLine = 0.35;

/** What a block and its file have in common, beyond the items that both have. */
export class CodeFacts {
  readonly #file: CodeText;
  readonly #block: CodeText;
  readonly #known: ReadonlySet<string>;
  readonly #own: ReadonlySet<string>;
  /** Names that stand before a bracket in the file. */
  readonly #calls: ReadonlySet<string>;

  constructor(file: CodeText, block: CodeText) {
    this.#file = file;
    this.#block = block;
    this.#known = new Set(file.lines.map((line) => line.trim()));
    this.#own = new Set(block.lines.map((line) => line.trim()));
    this.#calls = new Set(
      file.lines.flatMap((line) =>
        [...line.matchAll(/([\w$]+)\s*\(/gu)].map(([, name = ""]) => name),
      ),
    );
  }

  /** A comment beside a gap that the file has is one of what the gap stands for. */
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
      return !isLoose || !isBeforeGap;
    });
  }

  isInFile({ start, end }: Run): boolean {
    return this.#block.lines.slice(start, end).every((line) => this.#known.has(line.trim()));
  }

  /** Whether the block has one of these lines of the file, wherever. */
  hasSome(lines: readonly string[]): boolean {
    return lines.some((line) => letters(line) > 2 && this.#own.has(line.trim()));
  }

  /** Whether the file has all lines of a new item, or the name that it declares. */
  mayBeKnown({ head, end, key }: Item): boolean {
    const lines = this.#block.lines.slice(head, end).filter((line) => letters(line) > 2);
    const name = key.kind === "declaration" ? /[\w$]+$/u.exec(key.name)?.[0] : undefined;
    const isKnown = lines.length > 0 && lines.every((line) => this.#known.has(line.trim()));
    return isKnown || (name !== undefined && this.#calls.has(name));
  }

  /** Whether a new item may be an old one that stays, changed: by its first line or by all others. */
  mayBeSame(old: Item, own: Item): boolean {
    const body = textOf(this.#block, own.runs.at(-1));
    const hasLikeHead =
      own.key.kind !== "declaration" && tokenLikeness(old.key.head, own.key.head) > otherLine;
    return hasLikeHead || (body !== "" && body === textOf(this.#file, old.runs.at(-1)));
  }

  /** Whether a line of the block stands in the file only behind the line that it is behind in the block. */
  #followsSame(row: number): boolean {
    const text = (this.#block.lines[row] ?? "").trim();
    const above = lineAbove(this.#block.lines, row);
    return this.#file.lines.every(
      (line, other) => line.trim() !== text || lineAbove(this.#file.lines, other) === above,
    );
  }
}

/** Whether a new item takes the place of an old one. What has a name is another thing where it has another name. */
export function replaces(own: Item | undefined, old: Item | undefined): boolean {
  return (
    own?.key.kind === "text" &&
    old?.key.kind === "text" &&
    tokenLikeness(own.key.head, old.key.head) >= sameLine
  );
}

/** The lines of some rows, but for white space. */
export function textOf({ lines }: CodeText, run: Run | undefined): string {
  return lines
    .slice(run?.start ?? 0, run?.end ?? 0)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** The next line above that is not blank. */
function lineAbove(lines: readonly string[], row: number): string | undefined {
  return lines
    .slice(0, row)
    .findLast((line) => line.trim() !== "")
    ?.trim();
}

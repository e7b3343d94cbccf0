import { CodeFacts, replaces, textOf } from "./codeFacts.ts";
import { blanksAbove, type Piece, scopeItems, type ScopeItems } from "./itemSpacing.ts";
import { type Matches, matchItems } from "./matchItems.ts";
import { mergeMarks } from "./mergeMarks.ts";
import { type CodeText, type Item, itemsOf, type Run } from "./outline.ts";
import { Unclear } from "./unclear.ts";

interface ScopeOptions {
  /** The file continues before and after the block. */
  readonly isOpen: boolean;
  /** The scope is a function's body, where a missing line is simply a removed line. */
  readonly isBody: boolean;
}

/** Merges the items of a block into those of a file; throws `Unclear` where this is ambiguous. */
export class ItemMerger {
  readonly #file: CodeText;
  readonly #block: CodeText;
  readonly #facts: CodeFacts;
  /** Whether declarations were dropped that may only be left out, and any code was changed. */
  #hasDropped = false;
  #hasChanged = false;

  constructor(file: CodeText, block: CodeText) {
    this.#file = file;
    this.#block = block;
    this.#facts = new CodeFacts(file, block);
  }

  /** The lines that replace the rows of `old`. */
  merge(old: Run, own: Run, options: ScopeOptions): readonly string[] {
    const lines = this.#scope(old, own, options);
    if (this.#hasDropped && (this.#hasChanged || !this.#block.isElided.includes(true))) {
      throw new Unclear("A declaration is missing that may only be left out");
    }
    return lines;
  }

  #scope(old: Run, own: Run, options: ScopeOptions): readonly string[] {
    if (!options.isOpen && !this.#hasGap(own)) {
      this.#hasChanged = true;
      return this.#block.lines.slice(own.start, own.end);
    }
    const before = itemsOf(this.#file, old);
    const after = this.#facts.withoutLooseMarks(itemsOf(this.#block, own));
    if (after.some(({ kind, runs }) => kind === "gap" && runs.length > 0)) {
      throw new Unclear("A gap is indented less than what follows it");
    }
    if (after.every(isGap)) {
      this.#facts.checkText(old, own);
      return this.#file.lines.slice(old.start, old.end);
    }
    const items = scopeItems(before, after);
    const [early = [], late = []] = [true, false].map((isEarly) => {
      const pieces = this.#pieces(items, matchItems(before, after, isEarly), options);
      return this.#emit(items, pieces, options);
    });
    if (early.join("\n") !== late.join("\n")) {
      throw new Unclear("Two places fit");
    }
    const tail = this.#file.lines.slice(before.at(-1)?.end ?? old.end, old.end);
    return [...this.#file.lines.slice(old.start, before[0]?.from ?? old.start), ...early, ...tail];
  }

  #hasGap({ start, end }: Run): boolean {
    return this.#block.isElided.slice(start, end).includes(true);
  }

  #pieces(
    { before, after }: ScopeItems,
    matches: Matches,
    options: ScopeOptions,
  ): readonly Piece[] {
    const moved = movedItems(before, after, matches);
    const gone = new Set(moved.values());
    const indent =
      this.#file.indent[before[0]?.head ?? -1] ?? this.#block.indent[after[0]?.head ?? -1];
    const pieces: Piece[] = [];
    let [oldAt, ownAt] = [0, 0];
    const ends = after.flatMap((own, ownEnd): readonly Seam[] => {
      const old = matches.get(own);
      return old
        ? [{ ownEnd, oldEnd: before.indexOf(old), pair: [{ kind: "merge", old, own }] }]
        : [];
    });
    const last: Seam = { ownEnd: after.length, oldEnd: before.length, pair: [] };
    for (const { ownEnd, oldEnd, pair } of [...ends, last]) {
      const place = {
        isOpenStart: options.isOpen && ownAt === 0,
        isOpenEnd: options.isOpen && ownEnd === after.length,
        isBody: options.isBody,
        isOpen: options.isOpen,
        above: after[ownAt - 1],
      };
      const olds = before.slice(oldAt, oldEnd).filter((item) => !gone.has(item));
      const between = this.#between(olds, after.slice(ownAt, ownEnd), place);
      pieces.push(...between.map((piece) => this.#known(piece, moved, indent)), ...pair);
      [oldAt, ownAt] = [oldEnd + 1, ownEnd + 1];
    }
    return pieces;
  }

  /** Decides on a piece of the block: new, or moved from elsewhere in the file. */
  #known(piece: Piece, moved: ReadonlyMap<Item, Item>, indent: number | undefined): Piece {
    if (piece.kind !== "new") {
      return piece;
    }
    this.#hasChanged = true;
    const { own } = piece;
    const old = moved.get(own);
    if (this.#block.indent[own.head] !== indent) {
      throw new Unclear("The block is indented otherwise");
    }
    if (!old && this.#facts.mayBeKnown(own)) {
      throw new Unclear("New code that the file has elsewhere");
    }
    return old ? { kind: "merge", old, own } : piece;
  }

  /** The pieces between two items that both have. */
  #between(olds: readonly Item[], owns: readonly Item[], place: Between): readonly Piece[] {
    const { isOpenStart, isOpenEnd } = place;
    const first = owns.findIndex(isGap);
    if (first < 0 && !isOpenStart && !isOpenEnd) {
      return this.#withoutGap(olds, owns, place);
    }
    const head = isOpenStart ? [] : owns.slice(0, first < 0 ? owns.length : first);
    const tail = isOpenEnd ? [] : owns.slice(owns.findLastIndex(isGap) + 1);
    const middle = owns.slice(head.length, owns.length - tail.length);
    if ((isOpenStart && isOpenEnd) || !middle.every(isGap)) {
      throw new Unclear("New code between two gaps");
    }
    return this.#around(olds, head, tail);
  }

  /** Drops lines that no gap stands for; declarations only if the block has no other meaning. */
  #withoutGap(
    olds: readonly Item[],
    owns: readonly Item[],
    { isOpen, isBody, above }: Between,
  ): readonly Piece[] {
    const isListed = isOpen && !isBody && owns.length === 0;
    if (isListed && !this.#block.isElided.includes(true)) {
      // A list of declarations has only the changed ones: the file's items between them stay.
      return olds.map((old) => ({ kind: "keep", old }));
    }
    if (olds.length > 0) {
      this.#drop(owns, isBody, above);
    }
    return owns.map((own) => ({ kind: "new", own }));
  }

  #drop(owns: readonly Item[], isBody: boolean, above: Item | undefined): void {
    const isCut = above !== undefined && this.#block.isElided[above.end - 1] === true;
    if (isCut && this.#block.syntax.isIndented === true) {
      throw new Unclear("A gap at the end of a body may stand for what is behind it");
    }
    if (!isBody && owns.length > 0) {
      throw new Unclear("A declaration is missing where others are new");
    }
    this.#hasChanged ||= isBody;
    this.#hasDropped ||= !isBody;
  }

  /** New items before and after the kept ones; an item much like its neighbour replaces it. */
  #around(olds: readonly Item[], head: readonly Item[], tail: readonly Item[]): readonly Piece[] {
    const isFirst = head.length === 1 && replaces(head[0], olds[0]);
    const isLast = tail.length === 1 && replaces(tail[0], olds.at(-1));
    const kept = olds.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
    for (const own of [...head, ...tail]) {
      const hasMarks =
        own.start < own.head && this.#facts.isInFile({ start: own.start, end: own.head });
      if (hasMarks || kept.some((old) => this.#facts.mayBeSame(old, own))) {
        throw new Unclear("New code that may be a changed line");
      }
    }
    return [
      ...head.map((own) => ({ kind: "new", own }) as const),
      ...kept.map((old) => ({ kind: "keep", old }) as const),
      ...tail.map((own) => ({ kind: "new", own }) as const),
    ];
  }

  #emit(items: ScopeItems, pieces: readonly Piece[], options: ScopeOptions): readonly string[] {
    return pieces.flatMap((piece, index) => [
      ...blanksAbove(piece, pieces[index - 1], items),
      ...this.#linesOf(piece, items.after, options),
    ]);
  }

  #linesOf(piece: Piece, after: readonly Item[], options: ScopeOptions): readonly string[] {
    switch (piece.kind) {
      case "keep":
        return this.#file.lines.slice(piece.old.start, piece.old.end);
      case "new":
        return this.#block.lines.slice(piece.own.start, piece.own.end);
      case "merge": {
        const { old, own } = piece;
        const above = after[after.indexOf(own) - 1];
        if (options.isBody && above && isGap(above) && this.#facts.mayBeOther(old, own)) {
          throw new Unclear("The gap may end in another declaration");
        }
        // A declaration in the block may lack its comments; other code only directly after a gap.
        const mayLack =
          !options.isBody ||
          own.key.kind === "declaration" ||
          (above ? isGap(above) : options.isOpen);
        return [...this.#marks(old, own, mayLack), ...this.#item(old, own, options.isBody)];
      }
      default:
        return piece satisfies never;
    }
  }

  #item(old: Item, own: Item, isBody: boolean): readonly string[] {
    if (this.#file.indent[old.head] !== this.#block.indent[own.head]) {
      throw new Unclear("The block is indented otherwise");
    }
    const [was, is] = [
      { start: old.head, end: old.end },
      { start: own.head, end: own.end },
    ];
    if (this.#hasGap(is)) {
      if (closes(this.#file, old) && !closes(this.#block, own)) {
        throw new Unclear("What closes the item is missing");
      }
      return this.#parts(old, own, isBody);
    }
    if (textOf(this.#file, was) === textOf(this.#block, is)) {
      return this.#file.lines.slice(was.start, was.end);
    }
    if (endsBody(this.#file, old) && own.runs.length > 0 && !endsBody(this.#block, own)) {
      throw new Unclear("What closes the item is missing");
    }
    this.#hasChanged = true;
    return this.#block.lines.slice(is.start, is.end);
  }

  #parts(old: Item, own: Item, isBody: boolean): readonly string[] {
    const lines: string[] = [];
    let at = own.head;
    for (const [index, run] of own.runs.entries()) {
      lines.push(...this.#block.lines.slice(at, run.start));
      if (this.#hasGap(run)) {
        const isInner = isBody || (!old.key.isContainer && old.key.kind === "declaration");
        lines.push(...this.#scope(runOf(old, own, index), run, { isOpen: false, isBody: isInner }));
      } else {
        lines.push(...this.#block.lines.slice(run.start, run.end));
        this.#hasChanged ||= textOf(this.#block, run) !== textOf(this.#file, old.runs[index]);
      }
      at = run.end;
    }
    this.#hasChanged ||= textOf(this.#block, headOf(own)) !== textOf(this.#file, headOf(old));
    return [...lines, ...this.#block.lines.slice(at, own.end)];
  }

  #marks(old: Item, own: Item, mayLack: boolean): readonly string[] {
    const marks = mergeMarks(this.#facts, {
      was: this.#file.lines.slice(old.start, old.head),
      is: this.#block.lines.slice(own.start, own.head),
      mayLack,
    });
    this.#hasChanged ||= marks.isOther;
    return marks.lines;
  }
}

/** The positions of an item that both have, or the ends of both. */
interface Seam {
  readonly ownEnd: number;
  readonly oldEnd: number;
  readonly pair: readonly Piece[];
}

interface Between extends ScopeOptions {
  readonly isOpenStart: boolean;
  readonly isOpenEnd: boolean;
  /** The block's item above them. */
  readonly above: Item | undefined;
}

function isGap({ kind }: Item): boolean {
  return kind === "gap";
}

function headOf({ head, runs, end }: Item): Run {
  return { start: head, end: runs[0]?.start ?? end };
}

/** The part of the old item that corresponds to a part, with a gap, of the new item. */
function runOf(old: Item, own: Item, index: number): Run {
  const isLast = index === own.runs.length - 1;
  const run =
    old.runs.length === own.runs.length ? old.runs[index] : isLast ? old.runs.at(-1) : undefined;
  if (!run) {
    throw new Unclear("A gap stands for what the file does not have");
  }
  return run;
}

/** Declarations with another position in the block than in the file. */
function movedItems(
  before: readonly Item[],
  after: readonly Item[],
  matches: Matches,
): ReadonlyMap<Item, Item> {
  const taken = new Set(matches.values());
  const moved = new Map<Item, Item>();
  for (const own of after.filter((item) => !matches.has(item))) {
    const isSame = ({ key }: Item): boolean =>
      own.key.kind === "declaration" && key.kind === "declaration" && key.name === own.key.name;
    const olds = before.filter(isSame);
    const [old] = olds;
    if (old && olds.length === 1 && after.filter(isSame).length === 1 && !taken.has(old)) {
      moved.set(own, old);
    } else if (old) {
      throw new Unclear("A declaration stands twice");
    }
  }
  return moved;
}

/** Whether the last row of an item closes its body, rather than being part of it. */
function closes({ lines, indent }: CodeText, { head, end, runs }: Item): boolean {
  const isDeeper = (indent[end - 1] ?? 0) > (indent[head] ?? 0);
  return runs.length > 0 && !isDeeper && /^(?:end\b|[)\]}])/u.test((lines[end - 1] ?? "").trim());
}

/** The same for the word `end`, which a check of brackets does not see. */
function endsBody(text: CodeText, item: Item): boolean {
  return closes(text, item) && /^\s*end\b/u.test(text.lines[item.end - 1] ?? "");
}

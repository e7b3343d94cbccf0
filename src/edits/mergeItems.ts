import { CodeFacts, textOf } from "./codeFacts.ts";
import { isBlank } from "./fileLines.ts";
import { blanksAbove, type Piece, scopeItems, type ScopeItems } from "./itemSpacing.ts";
import { matchItems } from "./matchItems.ts";
import { mergeMarks } from "./mergeMarks.ts";
import { type CodeText, hasBody, type Item, itemsOf, type Run } from "./outline.ts";
import { type ScopeOptions, ScopePieces } from "./scopePieces.ts";
import { Unclear } from "./unclear.ts";

interface Pair {
  readonly old: Item;
  readonly own: Item;
}

/** Merges a block's items into a file's; throws `Unclear` if ambiguous. */
export class ItemMerger {
  readonly #file: CodeText;
  readonly #block: CodeText;
  readonly #facts: CodeFacts;
  /**
   * True if declarations were dropped that the block may have left out, and if any code was
   * changed.
   */
  #hasDropped = false;
  #hasChanged = false;

  constructor(file: CodeText, block: CodeText) {
    this.#file = file;
    this.#block = block;
    this.#facts = new CodeFacts(file, block);
  }

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
    if (after.every(({ kind }) => kind === "gap")) {
      this.#facts.checkText(old, own);
      return this.#file.lines.slice(old.start, old.end);
    }
    const items = scopeItems(before, after);
    const texts = { file: this.#file, block: this.#block, facts: this.#facts };
    const [early = [], late = []] = [true, false].map((isEarly) => {
      const scope = new ScopePieces(texts, items, options);
      const pieces = scope.pieces(matchItems(before, after, isEarly));
      this.#hasDropped ||= scope.hasDropped;
      this.#hasChanged ||= scope.hasChanged;
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
      case "merge":
        return this.#merged(piece, after, options);
      default:
        return piece satisfies never;
    }
  }

  #merged(
    { old, own }: Pair,
    after: readonly Item[],
    { isOpen, isBody }: ScopeOptions,
  ): readonly string[] {
    const row = after.indexOf(own);
    const isGapAt = (index: number): boolean => after[index]?.kind === "gap";
    const isDeclared = own.key.kind === "declaration";
    const isBelowGap = isGapAt(row - 1) || (row === 0 && isOpen);
    if (isGapAt(row + 1) && hasMoreBranches(old, own)) {
      throw new Unclear("The gap may stand for its other branches");
    }
    if (!isOpen) {
      this.#checkInner({ old, own }, isGapAt(row - 1), isDeclared !== isBody);
    }
    // A declaration in the block may lack its comments; other code only directly after a gap.
    const mayLack = !isBody || isDeclared || isBelowGap;
    return [...this.#marks(old, own, mayLack), ...this.#item(old, own, isBody)];
  }

  #checkInner({ old, own }: Pair, isBelowGap: boolean, mayLack: boolean): void {
    if (isBelowGap && this.#facts.mayBeOther(old, own)) {
      throw new Unclear("The gap may end in another declaration");
    }
    if (!isBelowGap && !mayLack && own.head - own.start < old.head - old.start) {
      throw new Unclear("A comment on a member may be left out or removed");
    }
  }

  #item(old: Item, own: Item, isBody: boolean): readonly string[] {
    if (this.#file.indent[old.head] !== this.#block.indent[own.head]) {
      throw new Unclear("The block is indented otherwise");
    }
    if (this.#hasTail(old, own)) {
      throw new Unclear("Code behind the item may be indented like a part of it");
    }
    const [was, is] = [
      { start: old.head, end: old.end },
      { start: own.head, end: own.end },
    ];
    if (this.#hasGap(is)) {
      if (closes(this.#file, old) && !closes(this.#block, own)) {
        throw new Unclear("What closes the item is missing");
      }
      if (!this.#closesSame(old, own)) {
        throw new Unclear("The gap may end where something around the item closes");
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

  /** True if the file's item continues after the line that closes the block's item. */
  #hasTail(old: Item, own: Item): boolean {
    return old.runs.length > 0 && closes(this.#block, own) && !closes(this.#file, old);
  }

  /** True if a gap ends at the file's own last line. Example of another end: `} // namespace`. */
  #closesSame(old: Item, own: Item): boolean {
    const { lines, isElided } = this.#block;
    const last = lines.findLastIndex((line, row) => row < own.end - 1 && !isBlank(line));
    const isSame = this.#file.lines[old.end - 1]?.trim() === lines[own.end - 1]?.trim();
    return isSame || isElided[last] !== true || !closes(this.#block, own);
  }

  #parts(old: Item, own: Item, isBody: boolean): readonly string[] {
    const lines: string[] = [];
    let at = own.head;
    for (const [index, run] of own.runs.entries()) {
      lines.push(...this.#block.lines.slice(at, run.start));
      if (this.#hasGap(run)) {
        const isInner = isBody || hasBody(this.#file, old);
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

function headOf({ head, runs, end }: Item): Run {
  return { start: head, end: runs[0]?.start ?? end };
}

/**
 * The old item's part for a part of the new item that has a gap. If the numbers of parts differ,
 * only a declaration's last part is certain, its body.
 */
function runOf(old: Item, own: Item, index: number): Run {
  const isBody = index === own.runs.length - 1 && own.key.kind === "declaration";
  const run =
    old.runs.length === own.runs.length ? old.runs[index] : isBody ? old.runs.at(-1) : undefined;
  if (!run) {
    throw new Unclear("A gap stands for what the file does not have");
  }
  return run;
}

/** True if an item, such as an `if`, has more parts in the file. */
function hasMoreBranches(old: Item, own: Item): boolean {
  return own.key.kind !== "declaration" && old.runs.length > own.runs.length;
}

/** True if the item's last row closes its body. */
function closes({ lines, indent }: CodeText, { head, end, runs }: Item): boolean {
  const isDeeper = (indent[end - 1] ?? 0) > (indent[head] ?? 0);
  return runs.length > 0 && !isDeeper && /^(?:end\b|[)\]}])/u.test((lines[end - 1] ?? "").trim());
}

/** True if the word `end` closes the body. The bracket check does not see it. */
function endsBody(text: CodeText, item: Item): boolean {
  return closes(text, item) && /^\s*end\b/u.test(text.lines[item.end - 1] ?? "");
}

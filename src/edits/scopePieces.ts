import { type CodeFacts, replaces } from "./codeFacts.ts";
import type { Piece, ScopeItems } from "./itemSpacing.ts";
import type { Matches } from "./matchItems.ts";
import { movedItems } from "./movedItems.ts";
import { type CodeText, isGap, isMarkItem, type Item } from "./outline.ts";
import { Unclear } from "./unclear.ts";

export interface ScopeOptions {
  /** The file continues before and after the block. */
  readonly isOpen: boolean;
  /** The scope is a function's body: a missing line is a removed line. */
  readonly isBody: boolean;
}

interface Texts {
  readonly file: CodeText;
  readonly block: CodeText;
  readonly facts: CodeFacts;
}

/**
 * Decides for each item of a scope: kept, new, merged or dropped. Throws `Unclear` if ambiguous.
 */
export class ScopePieces {
  readonly #texts: Texts;
  readonly #items: ScopeItems;
  readonly #options: ScopeOptions;
  /**
   * True if declarations were dropped that the block may have left out, and if any code was
   * changed.
   */
  hasDropped = false;
  hasChanged = false;

  constructor(texts: Texts, items: ScopeItems, options: ScopeOptions) {
    this.#texts = texts;
    this.#items = items;
    this.#options = options;
  }

  pieces(matches: Matches): readonly Piece[] {
    const { before, after } = this.#items;
    const { isOpen } = this.#options;
    const moved = movedItems(before, after, matches);
    const gone = new Set(moved.values());
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
        isOpenStart: isOpen && ownAt === 0,
        isOpenEnd: isOpen && ownEnd === after.length,
        above: after[ownAt - 1],
        below: after[ownEnd],
      };
      const olds = before.slice(oldAt, oldEnd).filter((item) => !gone.has(item));
      const between = this.#between(olds, after.slice(ownAt, ownEnd), place);
      pieces.push(...between.map((piece) => this.#known(piece, moved)), ...pair);
      [oldAt, ownAt] = [oldEnd + 1, ownEnd + 1];
    }
    this.#checkRepeated(pieces);
    return pieces;
  }

  /**
   * If a dropped line also occurs beside a gap, the gap may end there: in `a b a b` the block `a …
   * b` may mean all four lines.
   */
  #checkRepeated(pieces: readonly Piece[]): void {
    const { before, after } = this.#items;
    const heads = new Set(
      after.flatMap((own, row) =>
        own.kind === "code" &&
        [after[row - 1], after[row + 1]].some((other) => other && isGap(other))
          ? [own.key.head]
          : [],
      ),
    );
    const stays = new Set(pieces.map((piece) => (piece.kind === "new" ? undefined : piece.old)));
    if (before.some((old) => heads.has(old.key.head) && !stays.has(old))) {
      throw new Unclear("A gap may end at another line that is the same");
    }
  }

  /** Decides if an item of the block is new or was moved. */
  #known(piece: Piece, moved: ReadonlyMap<Item, Item>): Piece {
    if (piece.kind !== "new") {
      return piece;
    }
    this.hasChanged = true;
    const { file, block, facts } = this.#texts;
    const { before, after } = this.#items;
    const { own } = piece;
    const old = moved.get(own);
    const indent = file.indent[before[0]?.head ?? -1] ?? block.indent[after[0]?.head ?? -1];
    if (block.indent[own.head] !== indent) {
      throw new Unclear("The block is indented otherwise");
    }
    if (!old && facts.mayBeKnown(own)) {
      throw new Unclear("New code that the file has elsewhere");
    }
    return old ? { kind: "merge", old, own } : piece;
  }

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

  /** Drops lines without a gap. Declarations are dropped only if the block has no other meaning. */
  #withoutGap(olds: readonly Item[], owns: readonly Item[], place: Between): readonly Piece[] {
    const { isOpen, isBody } = this.#options;
    const isListed = isOpen && !isBody && owns.length === 0;
    if (isListed && !this.#texts.block.isElided.includes(true)) {
      // A list of declarations has only the changed ones: the file's items between them stay.
      return olds.map((old) => ({ kind: "keep", old }));
    }
    if (olds.length > 0) {
      this.#drop(owns, place);
    }
    return owns.map((own) => ({ kind: "new", own }));
  }

  #drop(owns: readonly Item[], { above, below }: Between): void {
    const { isBody } = this.#options;
    const { block, facts } = this.#texts;
    const isCut = above !== undefined && block.isElided[above.end - 1] === true;
    if (isCut && block.syntax.isIndented === true) {
      throw new Unclear("A gap at the end of a body may stand for what is behind it");
    }
    if (above && mayReachOn(above, block)) {
      throw new Unclear("A gap in the item above may stand for what is behind it");
    }
    if (!isBody && owns.length > 0) {
      throw new Unclear("A declaration is missing where others are new");
    }
    if (!isBody && [above, below].some((own) => own && facts.isRepeated(own.key.head))) {
      throw new Unclear("Code is missing beside a line that the file has elsewhere, too");
    }
    this.hasChanged ||= isBody;
    this.hasDropped ||= !isBody;
  }

  /** New items around the kept items. An item similar to its neighbour replaces it. */
  #around(olds: readonly Item[], head: readonly Item[], tail: readonly Item[]): readonly Piece[] {
    const { block, facts } = this.#texts;
    const { isBody } = this.#options;
    // A CSS rule with other selectors is another rule.
    const isReplaced = (own: Item | undefined, old: Item | undefined): boolean =>
      (isBody || block.syntax.hasSelectors !== true) && replaces(own, old);
    const isFirst = head.length === 1 && isReplaced(head[0], olds[0]);
    const isLast = tail.length === 1 && isReplaced(tail[0], olds.at(-1));
    const kept = olds.slice(isFirst ? 1 : 0, isLast ? -1 : undefined);
    for (const own of [...head, ...tail]) {
      const hasMarks = own.start < own.head && facts.isInFile({ start: own.start, end: own.head });
      if (hasMarks || kept.some((old) => facts.mayBeSame(old, own, isBody))) {
        throw new Unclear("New code that may be a changed line");
      }
      if (isMarkItem(block, own)) {
        throw new Unclear("A comment alone beside a gap may be a changed one of those left out");
      }
    }
    return [
      ...head.map((own) => ({ kind: "new", own }) as const),
      ...kept.map((old) => ({ kind: "keep", old }) as const),
      ...tail.map((own) => ({ kind: "new", own }) as const),
    ];
  }
}

/** True if a gap in an unnamed item may end in a later item that closes alike. */
function mayReachOn({ kind, key, head, end }: Item, { isElided, isText }: CodeText): boolean {
  const isGapAt = (row: number): boolean => isElided[row] === true && isText[row] !== true;
  const isUnnamed = kind === "code" && key.kind !== "declaration";
  return isUnnamed && isElided.some((_is, row) => head <= row && row < end && isGapAt(row));
}

/** The positions of an item that both have, or the ends of both. */
interface Seam {
  readonly ownEnd: number;
  readonly oldEnd: number;
  readonly pair: readonly Piece[];
}

interface Between {
  readonly isOpenStart: boolean;
  readonly isOpenEnd: boolean;
  readonly above: Item | undefined;
  readonly below: Item | undefined;
}

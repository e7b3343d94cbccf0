import { indentWidth } from "./fileLines.ts";
import { letters } from "./indentation.ts";
import { itemKey, type ItemKey } from "./itemKey.ts";
import type { Hunk } from "./lineDiff.ts";
import { type Placing, type SeenLines, seenLines } from "./seenLines.ts";
import { syntaxOf } from "./syntax.ts";

/** Two different lines with at least this many letters are rarely equal by chance. */
const minLetters = 10;
/** Lines beside a gap that show where it ends. */
const maxContext = 4;

/**
 * True if a result keeps everything that any application of the block must keep. Compares only the
 * texts: it can find an error of the algorithm that made the result.
 */
export function isPlain(placing: Placing, language: string): boolean {
  const seen = seenLines(placing);
  if (!seen) {
    return false;
  }
  const { block, after } = seen;
  const isWhole =
    block.length === after.length && seen.placeOf.every((place) => place !== undefined);
  const isIndented = syntaxOf(language).isIndented === true;
  return (
    isWhole ||
    (showsBlock(seen) &&
      hasOneHead(seen) &&
      !losesHead(seen) &&
      hunksIn(seen).every((hunk) => isAnchored(seen, hunk, isIndented) && !isDouble(seen, hunk)) &&
      [...seen.gaps].every((own) => hasEnds(seen, own)))
  );
}

/**
 * True if the result has the whole block in order, no other new lines, and neighbours stay
 * neighbours except at gaps.
 */
function showsBlock({ placeOf, ownOf, isNew, gaps }: SeenLines): boolean {
  const hasAll = placeOf.every((place) => place !== undefined);
  const hasOnly = isNew.every((is, row) => !is || ownOf.has(row));
  const isTogether = placeOf.every((place = 0, own) => {
    const next = placeOf[own + 1];
    return next === undefined || gaps.has(own) || next === place + 1;
  });
  return hasAll && hasOnly && (gaps.size === 0 || isTogether);
}

/** True if every top-level declaration of the block occurs once in the file. */
function hasOneHead({ before, block, after, placeOf }: SeenLines): boolean {
  const depths = placeOf.map((place = 0) => indentWidth(after[place] ?? ""));
  const least = Math.min(...depths);
  return block.every((line, own) => {
    const { kind } = keyOf(line);
    const isHead = kind === "declaration" || (kind === "variable" && line.endsWith("{"));
    return !isHead || depths[own] !== least || countOf(before, line) <= countOf(block, line);
  });
}

/** True if a declaration is lost although the block has no gap and does not name it. */
function losesHead({ gaps, hunks, after, placeOf }: SeenLines): boolean {
  const least = Math.min(...placeOf.map((place = 0) => indentWidth(after[place] ?? "")));
  const isLost = (line: string): boolean => {
    const { kind, name } = keyOf(line);
    const isShallow = indentWidth(line) <= least && kind === "declaration";
    return isShallow && !after.some((other) => nameOf(other) === name);
  };
  return gaps.size === 0 && hunks.some(({ removed }) => removed.some(isLost));
}

/** A hunk with the rows of the result directly above and below it. */
interface PlacedHunk extends Hunk {
  readonly above: number;
  readonly below: number;
}

function hunksIn({ hunks }: SeenLines): readonly PlacedHunk[] {
  let shift = 0;
  return hunks.map((hunk) => {
    const first = hunk.start + shift;
    shift += hunk.added.length - hunk.removed.length;
    return { ...hunk, above: first - 1, below: first + hunk.added.length };
  });
}

/**
 * Removed lines need a neighbour that the block shows. Added lines must be beside a line of the
 * block.
 */
function isAnchored(seen: SeenLines, hunk: PlacedHunk, isIndented: boolean): boolean {
  const { gaps, ownOf } = seen;
  const [up, down] = [ownOf.get(hunk.above), ownOf.get(hunk.below)];
  const isNamed = keepsName(hunk);
  const isBetween = up !== undefined && down !== undefined;
  if (isBetween && ![...gaps].some((own) => up <= own && own < down)) {
    return true;
  }
  if (hunk.removed.length === 0) {
    return isBeside(seen, hunk);
  }
  // A head of the same name, or the last lines of a body that indentation ends.
  const isOne = up !== undefined || down !== undefined || isSoleLine(seen, hunk);
  return (
    (isNamed && isOne && !isOverloaded(seen, hunk)) ||
    (isIndented && up !== undefined && !isBetween)
  );
}

function isBeside({ gaps, ownOf }: SeenLines, { above, below }: PlacedHunk): boolean {
  const areNext = (row: number): boolean => {
    const own = ownOf.get(row);
    return own !== undefined && !gaps.has(own) && ownOf.get(row + 1) === own + 1;
  };
  return areNext(above) || areNext(below - 1);
}

function keepsName({ removed, added }: Hunk): boolean {
  const names = new Set(removed.map(nameOf).filter((name) => name !== ""));
  return added.some((line) => names.has(nameOf(line)));
}

/** True if the file declares the name of a changed head several times at this depth. */
function isOverloaded({ before }: SeenLines, { removed, added }: Hunk): boolean {
  const own = new Set(added.map(nameOf));
  return removed.some((line) => {
    const { kind, name } = keyOf(line);
    const depth = indentWidth(line);
    const isSame = (other: string): boolean =>
      indentWidth(other) === depth && nameOf(other) === name;
    return kind === "declaration" && own.has(name) && before.filter(isSame).length > 1;
  });
}

/** True if one line replaces the only declaration of its name: `const limit = 5;` */
function isSoleLine({ before }: SeenLines, { removed, added }: Hunk): boolean {
  const [line = ""] = removed;
  const name = nameOf(line);
  return (
    removed.length === 1 &&
    added.length === 1 &&
    name !== "" &&
    before.filter((other) => nameOf(other) === name).length === 1
  );
}

function nameOf(line: string): string {
  const { kind, name } = keyOf(line);
  return kind === "text" ? "" : name;
}

function keyOf(line: string): ItemKey {
  return itemKey([line, "", "}"], true);
}

/**
 * True if a new head, or half of the new lines, already exist elsewhere in the file and stay there.
 */
function isDouble({ before, after }: SeenLines, { added }: Hunk): boolean {
  const long = added.filter((line) => letters(line) >= minLetters);
  const known = long.filter((line) => {
    const was = countOf(before, line);
    return was > 0 && countOf(after, line) > was;
  });
  const hasHead = known.some((line) => nameOf(line) !== "" && /[{:]$/u.test(line));
  return hasHead || (known.length > 0 && 2 * known.length >= long.length);
}

function countOf(lines: readonly string[], line: string): number {
  const text = line.trim();
  return lines.reduce((count, other) => count + (other.trim() === text ? 1 : 0), 0);
}

/** True if the lines at both ends of a gap identify where it begins and ends. */
function hasEnds(seen: SeenLines, own: number): boolean {
  const { after, placeOf, isNew, block } = seen;
  const up = own < 0 ? -1 : placeOf[own];
  const down = own + 1 >= block.length ? after.length : placeOf[own + 1];
  if (up === undefined || down === undefined) {
    return false;
  }
  if (down <= up + 1) {
    // Nothing can be left out between two brackets.
    return [after[up], after[down]].every((line = "") => letters(line) === 0);
  }
  const hidden = { from: up + 1, to: down };
  return (
    isNew.slice(hidden.from, hidden.to).every((is) => !is) &&
    isEnd(seen, own, { ...hidden, row: up, step: -1 }) &&
    isEnd(seen, own + 1, { ...hidden, row: down, step: 1 })
  );
}

/** True if the line beside a gap is old or keeps its name, and occurs nowhere else in reach. */
function isEnd(seen: SeenLines, own: number, hidden: Hidden): boolean {
  const { after, isNew, hunks } = seen;
  const line = after[hidden.row];
  if (line === undefined) {
    return true;
  }
  const isKept =
    isNew[hidden.row] !== true ||
    hunks.some((hunk) => hunk.added.includes(line) && keepsName({ ...hunk, added: [line] }));
  const isGone = letters(line) > 2 && hunks.some(({ removed }) => removed.includes(line));
  return isKept && !isGone && !isRepeated(after, hidden, contextOf(seen, own, hidden.step));
}

/** Number of consecutive file lines that the block shows beside a gap. */
function contextOf(
  { gaps, block, placeOf, isNew }: SeenLines,
  first: number,
  step: 1 | -1,
): number {
  let at = first;
  const isOld = (own: number): boolean =>
    block[own] !== undefined && isNew[placeOf[own] ?? -1] === false;
  while (
    Math.abs(at - first) + 1 < maxContext &&
    !gaps.has(step > 0 ? at : at - 1) &&
    isOld(at + step)
  ) {
    at += step;
  }
  return Math.abs(at - first) + 1;
}

interface Hidden {
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly step: 1 | -1;
}

/** True if the lines beside a gap also occur inside it: the gap may end there, too. */
function isRepeated(
  lines: readonly string[],
  { from, to, row, step }: Hidden,
  count: number,
): boolean {
  const context = Array.from({ length: count }, (_none, index) => lines[row + step * index] ?? "");
  return (
    context.some((line) => letters(line) > 2) &&
    lines
      .slice(from, to)
      .some((_line, at) => context.every((line, index) => lines[from + at + step * index] === line))
  );
}

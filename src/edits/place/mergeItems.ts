import { type Pair, pairsOf } from "./likeItems.ts";
import { type CodeText, type Item, itemsOf, type Run } from "./outline.ts";

interface Texts {
  readonly file: CodeText;
  readonly block: CodeText;
}

interface Seam {
  readonly above: Pair | undefined;
  readonly below: Pair | undefined;
  readonly olds: readonly Item[];
  readonly owns: readonly Item[];
  readonly next: Item | undefined;
  readonly rows: Run;
  readonly level: Run;
  readonly isOpen: boolean;
}

type Merged = readonly string[] | undefined;

export function mergeScope(texts: Texts, old: Run, own: Run, isOpen = true): Merged {
  const { file, block } = texts;
  const [before, after] = [itemsOf(file, old), itemsOf(block, own)];
  const pairs = pairsOf(before, after);
  if (!pairs || after.some(({ kind, runs }) => kind === "gap" && runs.length > 0)) {
    return undefined;
  }
  const parts = [...pairs, undefined].flatMap((below, index): Merged[] => {
    const above = pairs[index - 1];
    const seam: Seam = {
      above,
      below,
      isOpen,
      next: below && after[after.indexOf(below.own) + 1],
      level: old,
      olds: between(before, above?.old, below?.old),
      owns: between(after, above?.own, below?.own),
      rows: { start: above?.old.end ?? old.start, end: below?.old.start ?? old.end },
    };
    const merged = mergeSeam(texts, seam);
    return below ? [merged, merged && mergePair(texts, below, seam)] : [merged];
  });
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

function between(
  items: readonly Item[],
  above: Item | undefined,
  below: Item | undefined,
): readonly Item[] {
  return items.slice(
    above ? items.indexOf(above) + 1 : 0,
    below ? items.indexOf(below) : undefined,
  );
}

function isGap({ kind }: Item): boolean {
  return kind === "gap";
}

function mergeSeam(texts: Texts, seam: Seam): Merged {
  const { file, block } = texts;
  const { above, below, owns, rows, isOpen } = seam;
  const kept = file.lines.slice(rows.start, rows.end);
  const first = owns.findIndex(isGap);
  if (first < 0 && (!isOpen || (above && below))) {
    return replaced(block, seam, kept);
  }
  const head = owns.slice(0, first < 0 ? owns.length : first);
  const tail = first < 0 ? [] : owns.slice(owns.findLastIndex(isGap) + 1);
  const middle = owns.slice(head.length, owns.length - tail.length);
  const isClear = middle.every(isGap) && areNew(file, head, above) && areNew(file, tail, below);
  return isClear ? [...linesOf(block, head), ...kept, ...linesOf(block, tail)] : undefined;
}

function replaced(block: CodeText, { olds, owns, isOpen }: Seam, kept: Merged): Merged {
  if (olds.length === 0 && owns.length === 0) {
    return kept;
  }
  const hasGaps = block.isElided.includes(true);
  if (isOpen && owns.length === 0) {
    // A list of declarations has only the changed ones.
    return hasGaps && olds.some(({ runs }) => runs.length > 0) ? undefined : kept;
  }
  const isUnclear = olds.some(({ runs }) => runs.length > 0) || (isOpen && !hasGaps);
  return olds.length > 0 && isUnclear ? undefined : linesOf(block, owns);
}

function linesOf({ lines }: CodeText, owns: readonly Item[]): readonly string[] {
  return owns.flatMap(({ from, end }) => lines.slice(from, end));
}

function areNew({ lines }: CodeText, owns: readonly Item[], beside: Pair | undefined): boolean {
  const isNew = ({ name, runs }: Item): boolean =>
    name !== undefined && runs.length > 0 && !lines.some((line) => line.includes(name));
  return owns.length === 0 || (beside !== undefined && owns.every(isNew));
}

function mergePair(texts: Texts, pair: Pair, seam: Seam): Merged {
  const { file, block } = texts;
  const { old, own } = pair;
  const { above, owns, isOpen } = seam;
  if (mayGapReachOn(texts, pair, seam)) {
    return undefined;
  }
  const isFirst = isOpen && !above && owns.length === 0;
  const mayLack = isFirst || owns.at(-1)?.kind === "gap" || (isOpen && own.name !== undefined);
  const was = file.lines.slice(old.start, old.head);
  const is = block.lines.slice(own.start, own.head);
  const isSame = textOf(was) === textOf(is) || (mayLack && is.length === 0);
  const item = mergeItem(texts, old, own);
  return isSame && item ? [...was, ...item] : undefined;
}

/** True if a gap beside the item may stand for its other branches. */
function mayGapReachOn({ file, block }: Texts, { old, own }: Pair, seam: Seam): boolean {
  const { owns, next, level } = seam;
  const line = block.lines[own.head]?.trim();
  const places = file.lines.slice(level.start, level.end).filter((other) => other.trim() === line);
  const hasMore = own.name === undefined && old.runs.length > own.runs.length;
  return (owns.at(-1)?.kind === "gap" && places.length > 1) || (next?.kind === "gap" && hasMore);
}

function mergeItem(texts: Texts, old: Item, own: Item): Merged {
  const { file, block } = texts;
  const isShifted = file.indent[old.head] !== block.indent[own.head];
  if (isShifted || (old.runs.length > 0 && closes(block, own) !== closes(file, old))) {
    return undefined;
  }
  if (block.isElided.slice(own.head, own.end).includes(true)) {
    return mergeRuns(texts, old, own);
  }
  const was = file.lines.slice(old.head, old.end);
  const is = block.lines.slice(own.head, own.end);
  return textOf(was) === textOf(is) ? was : is;
}

/** Merges only the runs with a gap; all other rows are the block's. */
function mergeRuns(texts: Texts, old: Item, own: Item): Merged {
  const { file, block } = texts;
  const isSameEnd = file.lines[old.end - 1]?.trim() === block.lines[own.end - 1]?.trim();
  if (old.runs.length !== own.runs.length || (closes(block, own) && !isSameEnd)) {
    return undefined;
  }
  let at = own.head;
  const parts = own.runs.flatMap((run, index): Merged[] => {
    const was = old.runs[index];
    const above = block.lines.slice(at, run.start);
    at = run.end;
    return block.isElided.slice(run.start, run.end).includes(true)
      ? [above, was && mergeScope(texts, was, run, false)]
      : [above, block.lines.slice(run.start, run.end)];
  });
  return parts.includes(undefined)
    ? undefined
    : [...parts.flatMap((part) => part ?? []), ...block.lines.slice(at, own.end)];
}

function closes({ lines, indent }: CodeText, { head, end, runs }: Item): boolean {
  const isDeeper = (indent[end - 1] ?? 0) > (indent[head] ?? 0);
  return runs.length > 0 && !isDeeper && /^(?:end\b|[)\]}])/u.test((lines[end - 1] ?? "").trim());
}

function textOf(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n");
}

import { type Change, changed, type Operation, operations } from "./changes.ts";
import { type Declaration, declarations, indentOf, isEmpty } from "./declarations.ts";
import { languageOf } from "./languages.ts";
import { Random } from "./random.ts";
import type { Row, Source } from "./source.ts";
import { type Extent, wholeUnits } from "./wholeUnits.ts";

const forms = ["function", "class", "file"] as const;
const elisions = ["none", "outer", "inner"] as const;

/** A block that a person applies to a file, and the intended result. */
export interface ApplyCase {
  readonly file: string;
  readonly intended: string;
  readonly block: string;
  readonly language: string;
  readonly operation: Operation;
  readonly form: (typeof forms)[number];
  readonly elision: (typeof elisions)[number];
}

/** A file with its declarations, parsed once for many cases; undefined if it has none. */
export function sourceOf(path: string, text: string): Source | undefined {
  const language = languageOf(path);
  const lines = text.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u);
  const found = language ? declarations(lines, language) : [];
  return language && found.length > 0 ? { lines, found, language } : undefined;
}

/** One random case for a file; undefined if the random choice does not fit the file. */
export function applyCase(source: Source, seed: number): ApplyCase | undefined {
  const random = new Random(seed);
  const operation = random.of(operations);
  const form = random.of(forms);
  const elision = random.of(elisions);
  const change = changed(source, operation, random);
  const rows = change && blockRows(source, change, { form, elision, random });
  if (!rows || rows.every(isEmpty) || !isSound(change.rows, source.lines)) {
    return undefined;
  }
  const lines = form === "function" && random.isLess(0.3) ? dedented(rows) : rows;
  const lineEnd = random.isLess(0.1) ? "\r\n" : "\n";
  return {
    file: source.lines.join("\n"),
    intended: change.rows.map(({ text }) => text).join("\n"),
    block: lines.join(lineEnd),
    language: source.language.name,
    operation,
    form,
    elision,
  };
}

/**
 * The intended file must differ from the old one, and must not open or close a long string, a
 * comment or a bracket that the old one did not: where the formatting misleads, the generator would break it.
 */
function isSound(rows: readonly Row[], lines: readonly string[]): boolean {
  const texts = rows.map(({ text }) => text);
  return texts.join("\n") !== lines.join("\n") && marks(texts) === marks(lines);
}

/** Whether the marks of long strings come in pairs, and the number of open brackets. */
function marks(texts: readonly string[]): string {
  const count = (mark: RegExp): number =>
    texts.reduce((sum, text) => sum + (text.match(mark)?.length ?? 0), 0);
  const open = [
    count(/\{/gu) - count(/\}/gu),
    count(/\(/gu) - count(/\)/gu),
    count(/\/\*/gu) - count(/\*\//gu),
    count(/\br#+"/gu) - count(/"#+/gu),
  ];
  return [count(/"""|'''|`/gu) % 2, ...open].join(" ");
}

interface Draw {
  readonly form: ApplyCase["form"];
  readonly elision: ApplyCase["elision"];
  readonly random: Random;
}

function blockRows(source: Source, change: Change, draw: Draw): readonly string[] | undefined {
  switch (draw.form) {
    case "function":
      return functionRows(source, change, draw);
    case "class":
      return change.parent && partRows(source, change, extentOf(change, change.parent), draw);
    case "file":
      return partRows(source, change, { start: 0, end: change.rows.length }, draw);
    default:
      return draw.form satisfies never;
  }
}

/** The position of the old file's container in the intended file. */
function extentOf({ rows }: Change, { head, end }: Declaration): Extent {
  const start = rows.findIndex(({ from }) => from === head);
  const next = rows.findIndex(({ from }, row) => row > start && from !== undefined && from >= end);
  let last = next < 0 ? rows.length : next;
  while (last > start + 1 && isEmpty(rows[last - 1]?.text)) {
    last -= 1;
  }
  return { start, end: last };
}

/** Only the changed declarations, one after the other. */
function functionRows(
  source: Source,
  change: Change,
  { elision, random }: Draw,
): readonly string[] | undefined {
  const { shown, operation } = change;
  if (shown.length === 0 || operation === "move") {
    return undefined;
  }
  const hasLeading = random.isLess(0.6);
  return shown.flatMap((extent, index) => {
    const part = hasLeading ? extent : withoutLeading(source, change, extent);
    const near = elision === "inner" ? nearChanges(change, part, random) : () => true;
    const isShown = wholeUnits(source, change, part, near);
    const lines = sketch(source, change, { extent: part, isShown, random });
    return index === 0 ? lines : ["", ...lines];
  });
}

function withoutLeading({ found }: Source, { rows }: Change, extent: Extent): Extent {
  const heads = new Map(found.map(({ start, head }) => [start, head]));
  const head = heads.get(rows[extent.start]?.from ?? -1);
  const start = head === undefined ? -1 : rows.findIndex(({ from }) => from === head);
  return start < 0 ? extent : { ...extent, start };
}

/** A class or a file: as a whole, or without its unchanged parts. */
function partRows(
  source: Source,
  change: Change,
  extent: Extent,
  { elision, random }: Draw,
): readonly string[] {
  if (elision === "none") {
    return change.rows.slice(extent.start, extent.end).map(({ text }) => text);
  }
  const near = nearChanges(change, extent, random);
  const isShown =
    elision === "inner"
      ? near
      : (row: number) =>
          near(row) || change.shown.some(({ start, end }) => start <= row && row < end);
  return sketch(source, change, {
    extent,
    isShown: wholeUnits(source, change, extent, isShown),
    random,
  });
}

/** Rows near a change: at least one row that is not blank on each side. */
// oxlint-disable-next-line complexity -- a list of what is near, case by case
function nearChanges(
  { rows, shown }: Change,
  extent: Extent,
  random: Random,
): (row: number) => boolean {
  const around = 1 + random.below(3);
  const near = new Set<number>();
  for (let row = extent.start; row <= extent.end; row += 1) {
    const above = rows[row - 1];
    const below = rows[row];
    const isSeam =
      above?.from === undefined || below?.from === undefined || below.from !== above.from + 1;
    const isInside = row > extent.start && row <= extent.end;
    if (isSeam && isInside) {
      reach(rows, near, { from: row - 1, step: -1, count: around, extent });
      reach(rows, near, { from: row, step: 1, count: around, extent });
    }
  }
  if (near.size === 0) {
    for (const { start, end } of shown) {
      for (let row = start; row < end; row += 1) {
        near.add(row);
      }
    }
  }
  for (const [row, { from }] of rows.entries()) {
    if (from === undefined) {
      near.add(row);
    }
  }
  return (row) => near.has(row);
}

interface Reach {
  readonly from: number;
  readonly step: 1 | -1;
  readonly count: number;
  readonly extent: Extent;
}

function reach(
  rows: readonly Row[],
  near: Set<number>,
  { from, step, count, extent }: Reach,
): void {
  let left = count;
  for (let row = from; left > 0 && row >= extent.start && row < extent.end; row += step) {
    near.add(row);
    left -= isEmpty(rows[row]?.text) ? 0 : 1;
  }
}

interface Sketch {
  readonly extent: Extent;
  readonly isShown: (row: number) => boolean;
  readonly random: Random;
}

/** The part, with a comment in place of each run of hidden rows. */
function sketch(source: Source, { rows }: Change, { extent, isShown, random }: Sketch): string[] {
  const comment = random.of(source.language.elisions) ?? "...";
  const lines: string[] = [];
  let row = extent.start;
  while (row < extent.end) {
    if (isShown(row)) {
      lines.push(rows[row]?.text ?? "");
      row += 1;
      continue;
    }
    const end = endOfHidden(source, rows, { row, extent, isShown });
    const hidden = rows.slice(row, end).map(({ text }) => text);
    const first = hidden.find((text) => !isEmpty(text));
    if (first === undefined) {
      lines.push(...hidden);
    } else {
      const isBlankBefore = isEmpty(hidden[0]) || random.isLess(0.2);
      const isBlankAfter = isEmpty(hidden.at(-1)) || random.isLess(0.2);
      const depth = first.slice(0, indentOf(first));
      lines.push(...(isBlankBefore ? [""] : []), depth + comment, ...(isBlankAfter ? [""] : []));
    }
    row = end;
  }
  return lines;
}

/**
 * The end of a run of hidden rows. Where only the indentation ends a body, the run also ends at a
 * row that is less deep, so that one comment stands for rows of one level.
 */
function endOfHidden(
  { language }: Source,
  rows: readonly Row[],
  { row, extent, isShown }: Omit<Sketch, "random"> & { readonly row: number },
): number {
  let depth: number | undefined;
  let end = row;
  for (; end < extent.end && !isShown(end); end += 1) {
    const text = rows[end]?.text ?? "";
    if (!isEmpty(text)) {
      if (language.isIndented === true && indentOf(text) < (depth ?? 0)) {
        return end;
      }
      depth ??= indentOf(text);
    }
  }
  return end;
}

/** Removes the indentation that all lines share, as after copying a whole selection. */
function dedented(lines: readonly string[]): readonly string[] {
  const depths = lines.filter((line) => !isEmpty(line)).map(indentOf);
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth));
}

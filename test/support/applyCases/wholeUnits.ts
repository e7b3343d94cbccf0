import type { Change } from "./changes.ts";
import { type Declaration, indentOf, isEmpty } from "./declarations.ts";
import type { Row, Source } from "./source.ts";

/** Rows, the end after the last. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/**
 * Extends the shown rows as a person would: to whole statements, with the heads and ends of the
 * declarations around them.
 */
export function wholeUnits(
  source: Source,
  { rows }: Change,
  extent: Extent,
  isShown: (row: number) => boolean,
): (row: number) => boolean {
  const shown = new Set<number>();
  for (let row = extent.start; row < extent.end; row += 1) {
    if (isShown(row)) {
      shown.add(row);
    }
  }
  const places = new Map(
    rows.flatMap(({ from }, row) => (from === undefined ? [] : [[from, row]])),
  );
  const placed = source.found.flatMap((declaration) => placeOf(declaration, places));
  const inside = placed.filter(({ start, end }) => start < extent.end && end > extent.start);
  const scopes = [extent, ...inside.map(({ body }) => body)];
  for (const scope of scopes.toReversed()) {
    const inner = inside.filter(({ start, end }) => scope.start <= start && end <= scope.end);
    showUnits(rows, shown, scope, inner);
  }
  return (row) => shown.has(row) || (rows[row]?.from === undefined && isShown(row));
}

interface Placed extends Extent {
  readonly body: Extent;
  readonly isHead: (row: number) => boolean;
}

/** The position of the old file's declaration in the intended file. */
function placeOf(
  { start, head, bodyStart, bodyEnd, end }: Declaration,
  places: ReadonlyMap<number | undefined, number | undefined>,
): readonly Placed[] {
  const [first, opens] = [places.get(start) ?? places.get(head), places.get(bodyStart - 1)];
  const last = bodyEnd === end ? undefined : places.get(end - 1);
  if (first === undefined || opens === undefined) {
    return [];
  }
  const body = Array.from({ length: end - bodyStart }, (_none, index) => bodyStart + index);
  const lastPlace = Math.max(opens, ...body.map((row) => places.get(row) ?? 0));
  const close = last ?? lastPlace + 1;
  return close > opens
    ? [
        {
          start: first,
          end: last === undefined ? close : close + 1,
          body: { start: opens + 1, end: close },
          isHead: (row) => row <= opens || (last !== undefined && row === last),
        },
      ]
    : [];
}

/**
 * Completes partly shown units: a statement with all rows below it, a declaration with its head and
 * end.
 */
// oxlint-disable-next-line complexity -- one walk over the rows
function showUnits(
  rows: readonly Row[],
  shown: Set<number>,
  scope: Extent,
  inner: readonly Placed[],
): void {
  const depths: number[] = [];
  for (let row = scope.start; row < scope.end; row += 1) {
    if (!isEmpty(rows[row]?.text)) {
      depths.push(indentOf(rows[row]?.text ?? ""));
    }
  }
  const depth = Math.min(...depths);
  let start = scope.start;
  for (let row = scope.start; row <= scope.end; row += 1) {
    const text = rows[row]?.text ?? "";
    const begins =
      row === scope.end ||
      isEmpty(text) ||
      (!/^\s*@[\w.]+(?:\(.*\))?$/u.test(rows[row - 1]?.text ?? "") &&
        indentOf(text) <= depth &&
        !/^(?:[)\]}{]|else|elif|elsif|except|catch|finally|rescue|ensure|end|when|where)/u.test(
          text.trim(),
        ));
    if (begins && row > start) {
      showUnit(shown, { start, end: row }, inner);
      start = row;
    }
  }
}

function showUnit(shown: Set<number>, unit: Extent, inner: readonly Placed[]): void {
  const own = inner.find(({ start, end }) => start < unit.end && unit.start < end);
  const [start, end] = own ? [own.start, own.end] : [unit.start, unit.end];
  const rows = Array.from({ length: end - start }, (_none, index) => start + index);
  if (rows.some((row) => shown.has(row))) {
    for (const row of rows.filter((one) => !own || own.isHead(one))) {
      shown.add(row);
    }
  }
}

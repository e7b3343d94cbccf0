import { kept, rewrittenRows, statements } from "./bodies.ts";
import { type Declaration, isEmpty } from "./declarations.ts";
import type { Random } from "./random.ts";
import type { Row, Source } from "./source.ts";

export const operations = [
  "rewrite",
  "shorten",
  "lengthen",
  "changeLine",
  "signature",
  "move",
  "delete",
  "add",
  "two",
] as const;
export type Operation = (typeof operations)[number];

/** A changed file, with the part of it that a person asked for. */
export interface Change {
  readonly operation: Operation;
  readonly rows: readonly Row[];
  /**
   * Declarations of the intended file that a block for this change would show: rows, each end after
   * the last.
   */
  readonly shown: readonly { readonly start: number; readonly end: number }[];
  /** The innermost container of the change, in the old file. */
  readonly parent: Declaration | undefined;
}

/** Makes one change of one declaration; undefined if the declaration does not allow it. */
export function changed(source: Source, operation: Operation, random: Random): Change | undefined {
  const target = random.of(source.found);
  if (!target) {
    return undefined;
  }
  switch (operation) {
    case "move":
      return moved(source, target, random);
    case "delete":
      return deleted(source, target);
    case "add":
      return added(source, target, random);
    case "two":
      return twoRewritten(source, target, random);
    default: {
      const rows = rewrittenRows(source, target, operation, random);
      return (
        rows && {
          operation,
          rows: [
            ...kept(source.lines, 0, target.start),
            ...rows,
            ...kept(source.lines, target.end, source.lines.length),
          ],
          shown: [{ start: target.start, end: target.start + rows.length }],
          parent: target.parent,
        }
      );
    }
  }
}

/** The other declarations of the same scope. */
function siblingsOf({ found }: Source, target: Declaration): readonly Declaration[] {
  return found.filter(
    (other) => other !== target && other.parent === target.parent && other.start !== target.start,
  );
}

function moved(source: Source, target: Declaration, random: Random): Change | undefined {
  const { lines } = source;
  const neighbour = random.of(
    siblingsOf(source, target).filter(
      ({ end, start }) => end <= target.start || start >= target.end,
    ),
  );
  if (!neighbour) {
    return undefined;
  }
  const own = kept(lines, target.start, target.end);
  const goesUp = neighbour.end <= target.start;
  const gapStart = gapAbove(lines, target);
  const before = kept(lines, 0, goesUp ? neighbour.end : gapStart);
  const middle = goesUp
    ? kept(lines, neighbour.end, gapStart)
    : kept(lines, target.end, neighbour.end);
  const after = kept(lines, goesUp ? target.end : neighbour.end, lines.length);
  const blank: Row[] = Array.from({ length: Math.max(1, target.start - gapStart) }, () => ({
    text: "",
  }));
  const head = goesUp ? before : [...before, ...middle];
  const start = head.length + blank.length;
  const rows = goesUp
    ? [...before, ...blank, ...own, ...middle, ...after]
    : [...before, ...middle, ...blank, ...own, ...after];
  return {
    operation: "move",
    rows,
    shown: [{ start, end: start + own.length }],
    parent: target.parent,
  };
}

function deleted({ lines, found }: Source, target: Declaration): Change | undefined {
  const start = gapAbove(lines, target);
  const isOnly = found.every(
    (other) => other === target || other.parent !== target.parent || other.start === target.start,
  );
  if (isOnly) {
    return undefined;
  }
  return {
    operation: "delete",
    rows: [...kept(lines, 0, start), ...kept(lines, target.end, lines.length)],
    shown: [],
    parent: target.parent,
  };
}

function added(source: Source, target: Declaration, random: Random): Change | undefined {
  const { lines, language } = source;
  const name = `added${random.below(100_000)}`;
  const head = lines[target.head] ?? "";
  const old = language.callable
    .exec(head)
    ?.slice(1)
    .findLast((group) => group !== undefined)
    ?.trim();
  if (target.kind === "container" || old === undefined || !/^\w+$/u.test(old)) {
    return undefined;
  }
  const at = head.indexOf(old, head.search(/\S/u));
  const gap = Math.max(1, target.start - gapAbove(lines, target));
  const body = statements(source, target, random, 1 + random.below(3));
  const own = [
    head.slice(0, at) + name + head.slice(at + old.length),
    ...lines.slice(target.head + 1, target.bodyStart),
    ...body,
    ...lines.slice(target.bodyEnd, target.end),
  ];
  const start = target.end + gap;
  return {
    operation: "add",
    rows: [
      ...kept(lines, 0, target.end),
      ...Array.from({ length: gap }, () => ({ text: "" })),
      ...own.map((text) => ({ text })),
      ...kept(lines, target.end, lines.length),
    ],
    shown: [{ start: target.start, end: start + own.length }],
    parent: target.parent,
  };
}

function twoRewritten(source: Source, one: Declaration, random: Random): Change | undefined {
  const other = random.of(
    siblingsOf(source, one).filter(({ start, end }) => end <= one.start || start >= one.end),
  );
  if (!other) {
    return undefined;
  }
  const [first, second] = one.start < other.start ? [one, other] : [other, one];
  const rowsOfFirst = rewrittenRows(source, first, "rewrite", random);
  const rowsOfSecond = rewrittenRows(source, second, "changeLine", random);
  if (!rowsOfFirst || !rowsOfSecond) {
    return undefined;
  }
  const { lines } = source;
  const between = kept(lines, first.end, second.start);
  const start = first.start + rowsOfFirst.length + between.length;
  return {
    operation: "two",
    rows: [
      ...kept(lines, 0, first.start),
      ...rowsOfFirst,
      ...between,
      ...rowsOfSecond,
      ...kept(lines, second.end, lines.length),
    ],
    shown: [
      { start: first.start, end: first.start + rowsOfFirst.length },
      { start, end: start + rowsOfSecond.length },
    ],
    parent: one.parent,
  };
}

function gapAbove(lines: readonly string[], { start }: Declaration): number {
  let row = start;
  while (row > 0 && isEmpty(lines[row - 1])) {
    row -= 1;
  }
  return row;
}

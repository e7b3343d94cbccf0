import { isBlank } from "../fileLines.ts";
import { lineScores, weightOf } from "../match/lineScore.ts";

const maxCells = 12_000_000;

const insertCost = 0.01;
const replaceCost = 0.02;
const keepCost = 0.000_5;
const anchorBonus = 0.5;
const hintBonus = 0.05;

const move = { start: 0, match: 1, insert: 2, delete: 3, keep: 4, replace: 5 } as const;

export interface Fragment {
  readonly lines: readonly string[];
  readonly isElided: readonly boolean[];
}

export interface Hint {
  readonly first: number;
  readonly last: number;
}

export interface Step {
  readonly kind: "match" | "insert" | "delete" | "keep" | "replace";
  readonly fragmentRow: number | undefined;
  readonly fileRow: number | undefined;
  readonly similarity: number;
}

/** Undefined if both texts are too large. */
export function align(
  fragment: Fragment,
  file: readonly string[],
  hint: Hint | undefined,
): readonly Step[] | undefined {
  const rows = fragment.lines.length;
  if (rows === 0 || rows * file.length > maxCells) {
    return undefined;
  }
  const grid = fill(fragment, file, hint);
  return walkBack(fragment, file, grid);
}

interface Grid {
  readonly moves: Uint8Array;
  readonly width: number;
  readonly end: number;
  readonly similarity: (fragmentRow: number, fileRow: number) => number;
}

function fill(fragment: Fragment, file: readonly string[], hint: Hint | undefined): Grid {
  const { lines, isElided } = fragment;
  const width = file.length + 1;
  const moves = new Uint8Array((lines.length + 1) * width);
  const { similarity } = lineScores(lines, file);
  const anchors = anchorRows(fragment);
  const costs: Costs = {
    remove: Float64Array.from(file, (line) => 0.1 + 0.1 * weightOf(line)),
    hint: Float64Array.from(file, (_line, row) =>
      hint && row >= hint.first && row <= hint.last ? hintBonus : 0,
    ),
  };
  let above = new Float64Array(width);
  for (const [index, line] of lines.entries()) {
    const row: Row = {
      above,
      moves: moves.subarray((index + 1) * width, (index + 2) * width),
      weight: weightOf(line),
      anchor: anchors.has(index) ? anchorBonus : 0,
      likeness: (fileRow) => similarity(index, fileRow),
    };
    above = isElided[index] === true ? keepRow(row) : codeRow(row, costs);
  }
  return { moves, width, end: indexOfMax(above), similarity };
}

interface Costs {
  readonly remove: Float64Array;
  readonly hint: Float64Array;
}

interface Row {
  readonly above: Float64Array;
  readonly moves: Uint8Array;
  readonly weight: number;
  readonly anchor: number;
  readonly likeness: (fileRow: number) => number;
}

/** An elided row skips any number of lines of the file. */
function keepRow({ above, moves }: Row): Float64Array<ArrayBuffer> {
  const scores = new Float64Array(above);
  moves.fill(move.insert);
  for (let column = 1; column < scores.length; column += 1) {
    const beside = (scores[column - 1] ?? 0) - keepCost;
    if (beside > (scores[column] ?? 0)) {
      scores[column] = beside;
      moves[column] = move.keep;
    }
  }
  return scores;
}

function codeRow(row: Row, costs: Costs): Float64Array<ArrayBuffer> {
  const { above, moves } = row;
  const scores = above.map((score) => score - insertCost);
  moves.fill(move.insert);
  for (let column = 1; column < scores.length; column += 1) {
    const beside = (scores[column - 1] ?? 0) - (costs.remove[column - 1] ?? 0);
    if (beside > (scores[column] ?? 0)) {
      scores[column] = beside;
      moves[column] = move.delete;
    }
    const alike = row.likeness(column - 1);
    const gain =
      alike > 0
        ? row.weight * (alike + (costs.hint[column - 1] ?? 0)) + row.anchor * alike
        : -replaceCost;
    const diagonal = (above[column - 1] ?? 0) + gain;
    if (diagonal > (scores[column] ?? 0)) {
      scores[column] = diagonal;
      moves[column] = alike > 0 ? move.match : move.replace;
    }
  }
  return new Float64Array(scores);
}

/** The first and last row of each piece between elisions, because the file most likely contains them. */
function anchorRows({ lines, isElided }: Fragment): ReadonlySet<number> {
  const rows = new Set<number>();
  let last: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (isElided[index] === true) {
      addIfThere(rows, last);
      last = undefined;
    } else if (!isBlank(line)) {
      if (last === undefined) {
        rows.add(index);
      }
      last = index;
    }
  }
  addIfThere(rows, last);
  return rows;
}

function addIfThere(rows: Set<number>, row: number | undefined): void {
  if (row !== undefined) {
    rows.add(row);
  }
}

function indexOfMax(values: Float64Array): number {
  let best = 0;
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) > (values[best] ?? 0)) {
      best = index;
    }
  }
  return best;
}

function walkBack({ isElided }: Fragment, file: readonly string[], grid: Grid): readonly Step[] {
  const { moves, width, similarity } = grid;
  const steps: Step[] = [];
  let column = grid.end;
  let row = moves.length / width - 1;
  while (row > 0) {
    const direction = moves[row * width + column] ?? move.insert;
    const fragmentRow = row - 1;
    const fileRow = column - 1;
    switch (direction) {
      case move.match:
      case move.replace: {
        const kind = direction === move.match ? "match" : "replace";
        const alike = kind === "match" ? similarity(fragmentRow, fileRow) : 0;
        steps.push({ kind, fragmentRow, fileRow, similarity: alike });
        row -= 1;
        column -= 1;
        break;
      }
      case move.delete:
      case move.keep: {
        const kind = direction === move.keep ? "keep" : "delete";
        steps.push({ kind, fragmentRow: undefined, fileRow, similarity: 0 });
        column -= 1;
        break;
      }
      default:
        if (isElided[fragmentRow] !== true) {
          const place = Math.min(column, file.length);
          steps.push({ kind: "insert", fragmentRow, fileRow: place, similarity: 0 });
        }
        row -= 1;
    }
  }
  return steps.toReversed();
}

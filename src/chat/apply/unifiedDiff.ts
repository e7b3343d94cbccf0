import { applyHunks, type Hunk } from "./lineDiff.ts";

const hunkHeader = /^@@+(?:\s+-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s+)?@@*|^@@/u;
const fileHeader =
  /^(?:---|\+\+\+|diff |index |new file|deleted file|old mode|new mode|similarity|rename )/u;

/** Whether a block is a patch rather than code. */
export function isUnifiedDiff(code: readonly string[], language: string): boolean {
  const isNamed = language === "diff" || language === "patch";
  return (
    code.some((line) => /^@@ .*@@/u.test(line)) ||
    (isNamed && code.some((line) => /^[+-](?![+-]{2} )/u.test(line)))
  );
}

/**
 * Applies a patch as models write them: line numbers are a hint, the lines decide. Undefined if one of its hunks
 * has no place, since half of a patch is none.
 */
export function applyUnifiedDiff(
  file: readonly string[],
  code: readonly string[],
): readonly string[] | undefined {
  let result = file;
  let growth = 0;
  for (const { line, before, after } of hunksOf(code)) {
    const wanted = line === undefined ? 0 : line - 1 + growth;
    const start = placeOf(result, before, wanted);
    if (start === undefined) {
      return undefined;
    }
    const hunk: Hunk = {
      start,
      removed: result.slice(start, start + before.length),
      added: after.map(({ text, keeps }) =>
        keeps === undefined ? text : (result[start + keeps] ?? text),
      ),
    };
    result = applyHunks(result, [hunk]);
    growth += after.length - before.length;
  }
  return result;
}

interface PatchHunk {
  readonly line: number | undefined;
  readonly before: string[];
  /** `keeps` is the row of `before` that a context line repeats: the file's own spelling of it stays. */
  readonly after: { readonly text: string; readonly keeps?: number }[];
}

function hunksOf(code: readonly string[]): readonly PatchHunk[] {
  const hunks: PatchHunk[] = [];
  let current: PatchHunk | undefined;
  for (const row of code) {
    const header = hunkHeader.exec(row);
    if (header) {
      const line = header[1] === undefined ? undefined : Number(header[1]);
      current = { line, before: [], after: [] };
      hunks.push(current);
    } else if (
      !(fileHeader.test(row) && (!current || /^(?:---|\+\+\+) /u.test(row))) &&
      !row.startsWith("\\")
    ) {
      if (!current) {
        current = { line: undefined, before: [], after: [] };
        hunks.push(current);
      }
      addRow(current, row);
    }
  }
  return hunks.filter(({ before, after }) => before.length + after.length > 0);
}

function addRow({ before, after }: PatchHunk, row: string): void {
  const text = row.slice(1);
  if (row.startsWith("+")) {
    after.push({ text });
  } else if (row.startsWith("-")) {
    before.push(text);
  } else {
    after.push({ text: row.startsWith(" ") ? text : row, keeps: before.length });
    before.push(row.startsWith(" ") ? text : row);
  }
}

/** Where these lines stand, the nearest to `wanted`: exactly, else but for white space. */
function placeOf(
  file: readonly string[],
  before: readonly string[],
  wanted: number,
): number | undefined {
  if (before.length === 0) {
    return wanted <= file.length ? wanted : undefined;
  }
  return (
    nearest(file, before, { wanted, equal: same }) ??
    nearest(file, before, { wanted, equal: alike })
  );
}

function same(a: string, b: string): boolean {
  return a === b;
}

function alike(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

function nearest(
  file: readonly string[],
  before: readonly string[],
  { wanted, equal }: { readonly wanted: number; readonly equal: (a: string, b: string) => boolean },
): number | undefined {
  let best: number | undefined;
  for (let start = 0; start + before.length <= file.length; start += 1) {
    const isNearer = best === undefined || Math.abs(start - wanted) < Math.abs(best - wanted);
    if (isNearer && before.every((line, index) => equal(line, file[start + index] ?? ""))) {
      best = start;
    }
  }
  return best;
}

import { applyHunks } from "./lineDiff.ts";
import { patchHunks } from "./patch.ts";

/**
 * Applies a patch as models write them: line numbers are a hint, the lines decide. Undefined if one of its hunks
 * has no place, since half of a patch is none.
 */
export function applyPatch(
  file: readonly string[],
  code: readonly string[],
): readonly string[] | undefined {
  let result = file;
  let growth = 0;
  for (const { line, before, after } of patchHunks(code)) {
    const wanted = line === undefined ? 0 : line - 1 + growth;
    const start = placeOf(result, before, wanted);
    if (start === undefined) {
      return undefined;
    }
    const there = result.slice(start, start + before.length);
    const added = after.map(({ text, keeps }) =>
      keeps === undefined ? text : (there[keeps] ?? text),
    );
    result = applyHunks(result, [{ start, removed: there, added }]);
    growth += after.length - before.length;
  }
  return result;
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

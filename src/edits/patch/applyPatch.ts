import { indentWidth, isBlank } from "../fileLines.ts";
import { shifted, usesTabs, withStyle } from "../indentation.ts";
import { applyHunks } from "../lineDiff.ts";
import { type PatchHunk, patchHunks } from "./patch.ts";

const reach = 20;

/**
 * The lines decide; line numbers are a hint. Undefined if any hunk has no place or several: half a patch must not be
 * applied.
 */
export function applyPatch(
  file: readonly string[],
  code: readonly string[],
): readonly string[] | undefined {
  let result = file;
  let growth = 0;
  for (const hunk of patchHunks(code)) {
    const { line, before, after } = hunk;
    const wanted = line === undefined ? undefined : line - 1 + growth;
    const place = placeOf(result, hunk, wanted);
    if (!place) {
      return undefined;
    }
    const there = result.slice(place.start, place.start + before.length);
    const added = after.map(({ text, keeps }) =>
      keeps === undefined ? place.fit(text) : (there[keeps] ?? text),
    );
    result = applyHunks(result, [{ start: place.start, removed: there, added }]);
    growth += after.length - before.length;
  }
  return result;
}

interface Place {
  readonly start: number;
  readonly fit: (line: string) => string;
}

function placeOf(
  file: readonly string[],
  { before, after }: PatchHunk,
  wanted: number | undefined,
): Place | undefined {
  if (before.every(isBlank)) {
    // Without a line to search for, only an empty file is unambiguous.
    return file.every(isBlank) ? { start: 0, fit: (line) => line } : undefined;
  }
  const exact = starts(file, before, (a, b) => a === b);
  if (exact.length > 0) {
    const start = nearest(exact, wanted);
    return start === undefined ? undefined : { start, fit: (line) => line };
  }
  const start = nearest(
    starts(file, before, (a, b) => a.trim() === b.trim()),
    wanted,
  );
  if (start === undefined) {
    return undefined;
  }
  const texts = [...before, ...after.map(({ text }) => text)];
  const styled = withStyle(texts, file);
  const columns = shiftBetween(styled.slice(0, before.length), file.slice(start));
  const styles = new Map(texts.map((text, index) => [text, styled[index] ?? text]));
  const tabs = usesTabs(file);
  return columns === undefined
    ? undefined
    : { start, fit: (line) => shifted(styles.get(line) ?? line, columns, tabs) };
}

function starts(
  file: readonly string[],
  before: readonly string[],
  isEqual: (a: string, b: string) => boolean,
): readonly number[] {
  const found: number[] = [];
  for (let start = 0; start + before.length <= file.length; start += 1) {
    if (before.every((line, index) => isEqual(line, file[start + index] ?? ""))) {
      found.push(start);
    }
  }
  return found;
}

function nearest(places: readonly number[], wanted: number | undefined): number | undefined {
  const near =
    places.length < 2
      ? places
      : places.filter((start) => wanted !== undefined && Math.abs(start - wanted) <= reach);
  return near.length === 1 ? near[0] : undefined;
}

function shiftBetween(before: readonly string[], file: readonly string[]): number | undefined {
  const shifts = new Set(
    before.flatMap((line, row) =>
      isBlank(line) ? [] : [indentWidth(file[row] ?? "") - indentWidth(line)],
    ),
  );
  const [shift] = shifts;
  return shifts.size === 1 ? shift : undefined;
}

import { isBlank, linesOf } from "../fileLines.ts";
import { type EditLines, unescapedForms, withoutLineNumbers } from "./copiedText.ts";
import { indentShift, type Reindent } from "./indentShift.ts";
import {
  type MatchLevel,
  plainTypography,
  visibleLength,
  withoutTrailingBlanks,
} from "./matchLevel.ts";
import { reachesEnd, type Region, type TextLines } from "./textLines.ts";

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  /** Changes every place; needs an exact match. */
  readonly replaceAll?: boolean | undefined;
  /** A line, from 1, that decides between several places. */
  readonly nearLine?: number | undefined;
  readonly within?: readonly LineRange[] | undefined;
  /** The old text is whole lines. */
  readonly isWholeLines?: boolean | undefined;
}

/** Lines from 0; `end` is exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A place of the old text, with the new lines for it. */
export interface MatchPlace extends Region {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly reindent: Reindent;
}

export type TextMatch =
  | { readonly kind: "found"; readonly level: MatchLevel; readonly places: readonly MatchPlace[] }
  | { readonly kind: "missing" }
  /** `lines` are the first lines of the places, from 1. */
  | { readonly kind: "ambiguous"; readonly level: MatchLevel; readonly lines: readonly number[] };

/** Visible characters that a text needs for a lenient match. */
export const minVisible = 12;
/** Only places this close to `nearLine` count. */
const nearReach = 20;

/**
 * Finds the only place of an edit's old text: exactly, else by the first lenient level with a place. Only `nearLine`
 * decides between two places.
 */
export function matchText(file: TextLines, edit: TextEdit): TextMatch {
  const lines = { before: linesOf(edit.oldText), after: linesOf(edit.newText) };
  if (lines.before.every(isBlank)) {
    return { kind: "missing" };
  }
  const direct = matchLines(file, lines, edit);
  if (direct.kind !== "missing" || visibleLength(edit.oldText) < minVisible) {
    return direct;
  }
  const listed = withoutLineNumbers(lines);
  if (listed) {
    const nearLine = edit.nearLine ?? listed.firstNumber;
    const match = matchLines(file, listed.lines, { ...edit, nearLine });
    return match.kind === "missing" ? match : { ...match, level: "lineNumbers" };
  }
  for (const unescaped of unescapedForms(lines)) {
    const match = matchLines(file, unescaped, edit);
    if (match.kind !== "missing") {
      return { ...match, level: "escaping" };
    }
  }
  return { kind: "missing" };
}

type Options = Omit<TextEdit, "newText">;

function matchLines(file: TextLines, lines: EditLines, options: Options): TextMatch {
  for (const [level, find] of finders) {
    if (level !== "exact" && visibleLength(options.oldText) < minVisible) {
      break;
    }
    const places = find(file, lines);
    const all = places.length > 0 ? places : atOpenEnd(file, lines, find);
    const found = all.filter(
      ({ startColumn }) => options.isWholeLines !== true || startColumn === 0,
    );
    if (found.length > 0) {
      return decided(file, { level, places: found }, options);
    }
  }
  return { kind: "missing" };
}

function atOpenEnd(file: TextLines, { before, after }: EditLines, find: Find): MatchPlace[] {
  if (before.length < 2 || before.at(-1) !== "" || file.lines.at(-1) === "") {
    return [];
  }
  const open = {
    before: before.slice(0, -1),
    after: after.length > 1 && after.at(-1) === "" ? after.slice(0, -1) : after,
  };
  return find(file, open).filter((place) => reachesEnd(file, place));
}

interface Candidates {
  readonly level: MatchLevel;
  readonly places: readonly MatchPlace[];
}

function decided(
  file: TextLines,
  { level, places }: Candidates,
  { oldText, replaceAll, nearLine, within = [] }: Options,
): TextMatch {
  const exactly = level === "exact" && !hasText(file, places, oldText) ? "lineEnds" : level;
  const near = places.filter(
    ({ startLine }) =>
      within.some(({ start, end }) => startLine >= start && startLine < end) ||
      (nearLine !== undefined && Math.abs(startLine + 1 - nearLine) <= nearReach),
  );
  const chosen = places.length === 1 || (replaceAll === true && level === "exact") ? places : near;
  return chosen.length === 1 || chosen === places
    ? { kind: "found", level: exactly, places: chosen }
    : {
        kind: "ambiguous",
        level: exactly,
        lines: places.map(({ startLine }) => startLine + 1),
      };
}

/** True if every place has the text, with the same line ends. */
function hasText({ ends }: TextLines, places: readonly Region[], oldText: string): boolean {
  const wanted = oldText.match(/\r\n|\r|\n/gu) ?? [];
  return places.every(({ startLine }) => wanted.every((end, row) => ends[startLine + row] === end));
}

type Find = (file: TextLines, edit: EditLines) => MatchPlace[];

/** Each level ignores more than the level before. Line ends never decide. */
const finders: readonly (readonly [level: MatchLevel, find: Find])[] = [
  ["exact", (file, edit) => placesOf(file, edit, (line) => line)],
  ["trailingBlanks", (file, edit) => placesOf(file, edit, withoutTrailingBlanks)],
  ["typography", (file, edit) => placesOf(file, edit, plainLine)],
  ["indentation", indentedPlaces],
];

function plainLine(line: string): string {
  return plainTypography(withoutTrailingBlanks(line));
}

function placesOf(
  { lines }: TextLines,
  { before, after }: EditLines,
  normal: (line: string) => string,
): MatchPlace[] {
  const rows = lines.map(normal);
  const wanted = before.map(normal);
  const [first = "", ...rest] = wanted;
  const found: MatchPlace[] = [];
  for (const [startLine, row] of rows.entries()) {
    if (rest.length > 0) {
      if (row.endsWith(first) && followsAt(rows, startLine + 1, rest)) {
        const endLine = startLine + rest.length;
        const startColumn = row.length - first.length;
        const endColumn = rest.at(-1)?.length ?? 0;
        found.push({ startLine, startColumn, endLine, endColumn, before, after, reindent: asIs });
      }
    } else {
      for (let at = row.indexOf(first); at >= 0; at = row.indexOf(first, at + 1)) {
        const region = { startLine, startColumn: at, endLine: startLine };
        found.push({ ...region, endColumn: at + first.length, before, after, reindent: asIs });
      }
    }
  }
  return found;
}

function asIs(line: string): string {
  return line;
}

/** True if the rows follow here; the last row only needs to start the same. */
function followsAt(rows: readonly string[], from: number, rest: readonly string[]): boolean {
  return rest.every((line, index) => {
    const row = rows[from + index];
    return index === rest.length - 1 ? row?.startsWith(line) === true : row === line;
  });
}

function indentedPlaces({ lines }: TextLines, { before, after }: EditLines): MatchPlace[] {
  const hasEnd = before.length > 1 && before.at(-1) === "";
  const wanted = hasEnd ? before.slice(0, -1) : before;
  const cores = wanted.map((line) => plainLine(line).trim());
  const rows = lines.map((line) => plainLine(line).trim());
  return rows.flatMap((_row, startLine): MatchPlace[] => {
    if (!cores.every((core, index) => rows[startLine + index] === core)) {
      return [];
    }
    const there = lines.slice(startLine, startLine + wanted.length);
    const reindent = indentShift(wanted, there, after);
    if (!reindent || after.some((line) => reindent(line) === undefined)) {
      return [];
    }
    const last = startLine + wanted.length - 1;
    const hasNext = hasEnd && last + 1 < lines.length;
    if (hasEnd && !hasNext) {
      return [];
    }
    const end = hasNext
      ? { endLine: last + 1, endColumn: 0 }
      : { endLine: last, endColumn: (lines[last] ?? "").length };
    return [{ startLine, startColumn: 0, ...end, before, after, reindent }];
  });
}

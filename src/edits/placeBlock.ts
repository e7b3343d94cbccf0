import type { Hint } from "./align.ts";
import { applyPatch } from "./applyPatch.ts";
import { isPlain } from "./checkPlaced.ts";
import { type Doubt, doubtOf } from "./checkResult.ts";
import { isBlank, linesOf } from "./fileLines.ts";
import { gapsOf } from "./gaps.ts";
import { letters } from "./indentation.ts";
import { lineDiff } from "./lineDiff.ts";
import { otherLine, tokenLikeness } from "./lineScore.ts";
import { isPatch } from "./patch.ts";
import { placeFragment } from "./placeFragment.ts";
import { placeItems, type PlaceOptions } from "./placeItems.ts";

/** A code block of an answer. Lines are counted from 1. */
export interface CodeToApply {
  readonly code: string;
  /** From the block's fence; empty if it has none. */
  readonly language: string;
  /** The editor's language for the file. */
  readonly fileLanguage?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export interface PlacedBlock {
  readonly lines: readonly string[];
  /** Share of the block that the file has, from 0 to 1. */
  readonly confidence: number;
  /** The result is a guess: the person should compare the whole file. */
  readonly doubt?: Doubt;
}

/**
 * Applies a patch, a fragment with or without gaps, or a whole file. Undefined if the block has no
 * place in the file.
 */
export function placeBlock(file: readonly string[], block: CodeToApply): PlacedBlock | undefined {
  const code = withoutBlankEnds(linesOf(block.code.replace(/^\uFEFF/u, "")));
  if (code.length === 0) {
    return undefined;
  }
  const language = block.fileLanguage ?? block.language;
  if (isPatch(code, block.language)) {
    const lines = applyPatch(file, code);
    return lines && checked(file, { lines, confidence: 1 }, language);
  }
  if (file.every(isBlank)) {
    return { lines: wholeFile(file, code), confidence: 1 };
  }
  return placeCode(file, code, { language, hint: hintOf(block) });
}

function placeCode(
  file: readonly string[],
  code: readonly string[],
  options: PlaceOptions,
): PlacedBlock | undefined {
  const placed = placeItems(file, code, options);
  switch (placed.kind) {
    case "placed":
      return checkedItems(file, code, likeFile(file, placed.lines), options.language);
    case "unclear": {
      const guess = placeFragment(file, code, options);
      return {
        lines: guess?.lines ?? wholeFile(file, code),
        confidence: guess?.confidence ?? shareOf(file, code),
        doubt: "unclear",
      };
    }
    case "unknown": {
      const guess = placeFragment(file, code, options);
      if (!guess) {
        return undefined;
      }
      const isSure = !placed.hasGaps && (options.hint !== undefined || keepsLines(file, guess));
      return isSure ? checked(file, guess, options.language) : { ...guess, doubt: "unclear" };
    }
    default:
      return placed satisfies never;
  }
}

/** True if a similar line replaces each removed line. Otherwise a guess would lose code. */
function keepsLines(file: readonly string[], { lines }: PlacedBlock): boolean {
  return lineDiff(file, lines).every(({ removed, added }) =>
    removed.every(
      (line) =>
        letters(line) === 0 ||
        added.some(
          (other) => other.trim() === line.trim() || tokenLikeness(line, other) > otherLine,
        ),
    ),
  );
}

function checked(file: readonly string[], placed: PlacedBlock, language: string): PlacedBlock {
  const doubt = doubtOf(file, placed.lines, language);
  return doubt === undefined ? placed : { ...placed, doubt };
}

/** A result placed by items must pass a second check that compares only lines. */
function checkedItems(
  file: readonly string[],
  code: readonly string[],
  lines: readonly string[],
  language: string,
): PlacedBlock {
  const placed = checked(file, { lines, confidence: shareOf(file, code) }, language);
  const isElided = gapsOf(file, code, language) ?? [];
  return placed.doubt !== undefined || isPlain({ file, code, isElided, lines }, language)
    ? placed
    : { ...placed, doubt: "unclear" };
}

/** White space changes at the end of lines or of the file are unintended: the file's are kept. */
function likeFile(file: readonly string[], lines: readonly string[]): readonly string[] {
  const whole = wholeFile(file, lines);
  const trimmed = whole.map((line) => line.trimEnd());
  const result = [...whole];
  let shift = 0;
  let row = 0;
  for (const { start, removed, added } of [
    ...lineDiff(
      file.map((line) => line.trimEnd()),
      trimmed,
    ),
    { start: file.length, removed: [], added: [] },
  ]) {
    for (; row < start; row += 1) {
      result[row + shift] = file[row] ?? "";
    }
    row += removed.length;
    shift += added.length - removed.length;
  }
  return result;
}

function shareOf(file: readonly string[], code: readonly string[]): number {
  const known = new Set(file.map((line) => line.trim()));
  const lines = code.filter((line) => letters(line) > 0);
  const found = lines.filter((line) => known.has(line.trim()));
  return lines.length === 0 ? 0 : found.length / lines.length;
}

/** The block as the whole file, with the file's blank lines at both ends. */
export function wholeFile(file: readonly string[], code: readonly string[]): readonly string[] {
  const text = withoutBlankEnds(code);
  if (file.every(isBlank)) {
    return [...text, ""];
  }
  const first = file.findIndex((line) => !isBlank(line));
  const last = file.findLastIndex((line) => !isBlank(line));
  return [...file.slice(0, first), ...text, ...file.slice(last + 1)];
}

function hintOf({ startLine, endLine }: CodeToApply): Hint | undefined {
  return startLine === undefined || endLine === undefined
    ? undefined
    : { first: startLine - 1, last: endLine - 1 };
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, last + 1);
}

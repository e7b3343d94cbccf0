import { isElision } from "../elision.ts";
import { isBlank, linesOf } from "../fileLines.ts";
import { letters } from "../indentation.ts";
import { lineDiff } from "../lineDiff.ts";
import { otherLine, tokenLikeness } from "../match/lineScore.ts";
import { applyPatch } from "../patch/applyPatch.ts";
import { isPatch } from "../patch/patch.ts";
import type { Hint } from "./align.ts";
import { type Doubt, doubtOf } from "./checkResult.ts";
import { type FragmentOptions, placeFragment } from "./placeFragment.ts";
import { placeItems } from "./placeItems.ts";

export interface CodeToApply {
  readonly code: string;
  readonly language: string;
  readonly fileLanguage?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export interface PlacedBlock {
  readonly lines: readonly string[];
  /** Share of the block in the file, from 0 to 1. */
  readonly confidence: number;
  /** With a doubt, the person should compare the whole file. */
  readonly doubt?: Doubt;
}

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
  options: FragmentOptions,
): PlacedBlock | undefined {
  const placed = placeItems(file, code, options.language);
  const hasGaps = code.some((line) => isElision(line, options.language));
  if (placed && !(hasGaps && repeatsLines(file, placed))) {
    const lines = likeFile(file, placed);
    return checked(file, { lines, confidence: shareOf(file, code) }, options.language);
  }
  const guess = placeFragment(file, code, options);
  if (guess && !hasGaps && isOneLine(file, code, options) && keepsLines(file, guess)) {
    return checked(file, guess, options.language);
  }
  const whole = { lines: wholeFile(file, code), confidence: shareOf(file, code) };
  return guess || whole.confidence > 0 ? { ...(guess ?? whole), doubt: "unclear" } : undefined;
}

/** True for one new line that replaces the lines of the block's header. */
function isOneLine(
  file: readonly string[],
  code: readonly string[],
  { hint }: FragmentOptions,
): boolean {
  const [line = "", ...others] = code;
  const isNew = others.length === 0 && file.every((other) => other.trim() !== line.trim());
  return hint !== undefined || isNew;
}

/** True if a new line occurs elsewhere in the file, because a gap may end there. */
function repeatsLines(file: readonly string[], lines: readonly string[]): boolean {
  const known = new Set(file.map((line) => line.trim()));
  return lineDiff(file, lines).some(({ added }) =>
    added.some((line) => letters(line) > 2 && known.has(line.trim())),
  );
}

/** True if a similar line replaces each removed line; otherwise a guess would lose code. */
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

/** Keeps the file's white space at the end of lines and of the file. */
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

import type { Hint } from "./align.ts";
import { applyPatch } from "./applyPatch.ts";
import { isBlank, linesOf } from "./fileLines.ts";
import { isPatch } from "./patch.ts";
import { placeFragment, type PlacedLines } from "./placeFragment.ts";

/** A code block of an answer. Lines are counted from 1. */
export interface CodeToApply {
  readonly code: string;
  /** As the block names it; empty if it names none. */
  readonly language: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

/**
 * The lines of a file once a code block is applied to it: a patch, a fragment with or without gaps, or the whole.
 * Undefined if the file has no place for it.
 */
export function placeBlock(file: readonly string[], block: CodeToApply): PlacedLines | undefined {
  const code = withoutBlankEnds(linesOf(block.code));
  if (code.length === 0) {
    return undefined;
  }
  if (isPatch(code, block.language)) {
    const lines = applyPatch(file, code);
    return lines && { lines, confidence: 1 };
  }
  if (file.every(isBlank)) {
    return { lines: wholeFile(file, code), confidence: 1 };
  }
  return placeFragment(file, code, { language: block.language, hint: hintOf(block) });
}

/** The block as the whole file, which keeps the line end that it has at its end. */
export function wholeFile(file: readonly string[], code: readonly string[]): readonly string[] {
  const text = withoutBlankEnds(code);
  const endsWithLine = file.length < 2 || file.at(-1) === "";
  return endsWithLine ? [...text, ""] : text;
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

import type { Cursor, TextLines } from "../textLines.ts";

const [linesAbove, linesBelow] = [20, 19];
const maxLineUnits = 400;
const maxAnswerUnits = 8_000;
const maxNewLines = 20;

/** Forty lines at most around the cursor. */
export interface EditWindow {
  readonly first: number;
  readonly lines: readonly string[];
  readonly cursor: Cursor;
}

/** Undefined if a line is so long that the window is no code that a person edits. */
export function editWindow(all: TextLines, cursor: Cursor): EditWindow | undefined {
  const first = Math.max(0, cursor.line - linesAbove);
  const end = Math.min(all.count, cursor.line + linesBelow + 1);
  const lines = Array.from({ length: end - first }, (_, index) => all.at(first + index));
  return lines.some((line) => line.length > maxLineUnits) ? undefined : { first, lines, cursor };
}

export function textsOf({ first, lines, cursor }: EditWindow): {
  readonly prefix: string;
  readonly suffix: string;
} {
  const text = lines.join("\n");
  const above = lines.slice(0, cursor.line - first).join("\n").length;
  const offset = above + (cursor.line > first ? 1 : 0) + cursor.column;
  return { prefix: text.slice(0, offset), suffix: text.slice(offset) };
}

/** Lines of the file that other lines replace. */
export interface NextEdit {
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

const answerForm = /^<old>\n?([^]*?)\n?<\/old>\s*<new>([^]*)<\/new>$/u;
/** Control signs, halves of a character, and signs that turn the order of reading. */
const oddSigns = /[\p{Cs}\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/**
 * The edit that an answer names; undefined for everything but one block of old lines that stand once in the window
 * and the lines in their place.
 */
export function readNextEdit(answer: string, { first, lines }: EditWindow): NextEdit | undefined {
  const text = bare(answer);
  const [, old = "", renewed = ""] = answerForm.exec(text) ?? [];
  const removed = old.split("\n");
  const added = renewed.trim() === "" ? [] : renewed.replace(/^\n|\n$/gu, "").split("\n");
  const places = lines.flatMap((_, at) => (standsAt(lines, removed, at) ? [at] : []));
  const [at] = places;
  const isBounded =
    added.length <= maxNewLines && added.every((line) => line.length <= maxLineUnits);
  if (old.trim() === "" || at === undefined || places.length > 1 || !isBounded) {
    return undefined;
  }
  const joined = added.join("\n");
  return joined === old || oddSigns.test(joined.replace(/[\t\n]/gu, ""))
    ? undefined
    : shrunk({ line: first + at, removed, added });
}

function bare(answer: string): string {
  if (answer.length > maxAnswerUnits) {
    return "";
  }
  const text = answer
    .replace(/\r\n?/gu, "\n")
    .replace(/^\s*<think>[^]*?<\/think>/u, "")
    .trim();
  return /^```[^\n]*\n([^]*)\n```$/u.exec(text)?.[1]?.trim() ?? text;
}

function standsAt(lines: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((line, index) => lines[at + index] === line);
}

/** The edit without the lines that are equal at both ends; one line stays as a place for added ones. */
function shrunk({ line, removed, added }: NextEdit): NextEdit {
  let start = 0;
  while (start < Math.min(removed.length, added.length) - 1 && removed[start] === added[start]) {
    start += 1;
  }
  let end = 0;
  const most = Math.min(removed.length, added.length) - start - 1;
  while (end < most && removed.at(-1 - end) === added.at(-1 - end)) {
    end += 1;
  }
  return {
    line: line + start,
    removed: removed.slice(start, removed.length - end),
    added: added.slice(start, added.length - end),
  };
}

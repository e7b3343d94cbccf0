import type { Cursor, TextLines } from "./textLines.ts";

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const lookLines = 200;

export interface OpenBrackets {
  readonly closing: string;
  readonly wanted: string;
}

/** Ignores strings and line comments. A quote ends with its line. `quote` is open at the text's start. */
export function openBrackets(text: string, quote = ""): OpenBrackets {
  const wanted: string[] = [];
  let closing = "";
  for (const [, sign] of placedBrackets(text, quote)) {
    const closer = closerOf[sign];
    if (closer !== undefined) {
      wanted.push(closer);
    } else if (wanted.at(-1) === sign) {
      wanted.pop();
    } else {
      closing += sign;
    }
  }
  return { closing, wanted: wanted.join("") };
}

/**
 * Closers of the brackets and strings that a line's start leaves open. A quote that the rest of the line closes
 * begins a string; any other quote may be an apostrophe.
 */
export function openIn(start: string, tail: string, above = ""): string {
  const quote = openQuote(start);
  return openBrackets(above + start + (tail.includes(quote) ? quote : "")).wanted;
}

interface AroundCursor {
  /** Closers of the brackets and strings open before the cursor, innermost last. */
  readonly before: string;
  /** Closers that the text behind the cursor does not open. */
  readonly after: string;
  readonly isCut: boolean;
}

function aroundCursor(lines: TextLines, { line, column }: Cursor): AroundCursor {
  const text = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, index) => lines.at(from + index));
  const first = Math.max(0, line - lookLines);
  const last = Math.min(lines.count, line + 1 + lookLines);
  const start = lines.at(line).slice(0, column);
  const tail = lines.at(line).slice(column);
  return {
    before: openIn(
      start,
      tail,
      text(first, line)
        .map((one) => `${one}\n`)
        .join(""),
    ),
    after: openBrackets([tail, ...text(line + 1, last)].join("\n"), openQuote(start)).closing,
    isCut: last < lines.count,
  };
}

/** True if the editor inserted one closer too many: more of them follow the cursor than are open before it. */
export function isClosedTwice(lines: TextLines, cursor: Cursor, sign: string): boolean {
  const { before, after } = aroundCursor(lines, cursor);
  return after.split(sign).length > before.split(sign).length;
}

/** Closers for the brackets that are open before the cursor and not closed after it, in order. */
export function closersWanted(lines: TextLines, { line, column }: Cursor): string {
  const start = lines.at(line).slice(0, column);
  const inLine = openBrackets(lines.at(line).slice(column), openQuote(start)).closing.length;
  const { before, after, isCut } = aroundCursor(lines, { line, column });
  const own = openIn(start, lines.at(line).slice(column));
  const open = unclosed(before, after, inLine);
  // If the text's end was not read, a block above can be closed below it.
  const block = isCut ? open.indexOf("}", Math.min(own.length, open.length)) : -1;
  return block < 0 ? open : open.slice(0, block);
}

/**
 * As `closersWanted`, for an answer that starts with `typed`: it closes its brackets itself, except by closers that
 * the editor inserted after the cursor.
 */
export function closersAlong(lines: TextLines, cursor: Cursor, typed: string): string {
  const tail = lines.at(cursor.line).slice(cursor.column);
  if (typed === "" || /^\s*[)\]}]/u.test(tail)) {
    return closersWanted(lines, cursor);
  }
  const parts = typed.split("\n");
  const more = parts.length - 1;
  const line = cursor.line - more;
  const end = more === 0 ? cursor.column : lines.at(line).length;
  const before = lines.at(line).slice(0, end - (parts[0] ?? "").length);
  const untyped: TextLines = {
    count: lines.count - more,
    at: (at) => (at < line ? lines.at(at) : at === line ? before + tail : lines.at(at + more)),
  };
  const own = openBrackets(typed, openQuote(before));
  const wanted = closersWanted(untyped, { line, column: before.length });
  return own.wanted.split("").toReversed().join("") + wanted.slice(own.closing.length);
}

/**
 * Closers of `open` (innermost last) that `closing` leaves open, innermost first. In `if (f(` before a line with `}`
 * both parentheses stay open. The first `inLine` closers are in the cursor's line.
 */
function unclosed(open: string, closing: string, inLine: number): string {
  const left = open.split("");
  const found: string[] = [];
  for (const [index, sign] of closing.split("").entries()) {
    const at = left.lastIndexOf(sign);
    if (at < 0 && index < inLine) {
      // It closes a bracket that is still to be typed: which open brackets are closed is unknown.
      const count = Math.max(0, open.length - closing.length);
      return open.split("").toReversed().join("").slice(0, count);
    }
    if (at < 0) {
      // It closes a bracket above the part that was read: everything inside stays open.
      break;
    }
    found.push(...left.splice(at).slice(1).toReversed());
  }
  return [...found, ...left.toReversed()].join("");
}

export function openQuote(before: string): string {
  let quote = "";
  for (let at = 0; at < before.length; at += 1) {
    const sign = before.charAt(at);
    if (sign === "\\") {
      at += 1;
    } else if (quote !== "") {
      quote = sign === quote ? "" : quote;
    } else if (isQuote(sign) && (sign !== "'" || !isInWord(before, at))) {
      quote = sign;
    }
  }
  return quote;
}

function* placedBrackets(
  text: string,
  begun: string,
): Generator<readonly [at: number, sign: string]> {
  // An apostrophe without a partner in its line starts no string.
  let quote = (text.split("\n")[0] ?? "").includes(begun) ? begun : "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\n") {
      quote = "";
    } else if (sign === "\\") {
      at += 1;
    } else if (quote !== "") {
      quote = sign === quote ? "" : quote;
    } else if (startsString(text, at)) {
      quote = sign;
    } else if (startsComment(text, at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end - 1;
    } else if ("()[]{}".includes(sign)) {
      yield [at, sign];
    }
  }
}

export function isQuote(sign: string): boolean {
  return sign === '"' || sign === "'" || sign === "`";
}

/**
 * True if the quote begins a string and is no apostrophe: it follows no letter except a string's prefix (`r'`), has a
 * partner in its line, and is no lifetime of Rust (`&'a`, `<'a`).
 */
export function startsString(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (sign !== "'") {
    return isQuote(sign);
  }
  const isLifetime =
    /[&<]/u.test(text.charAt(at - 1)) && /^'\w+\b(?!')/u.test(text.slice(at, at + 40));
  const end = text.indexOf("'", at + 1);
  const line = text.indexOf("\n", at);
  return end > 0 && (line < 0 || end < line) && !isLifetime && !isInWord(text, at);
}

function isInWord(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at);
  return /\w$/u.test(before) && !/(?:^|\W)(?:[rbfu]{1,2}|L)$/iu.test(before);
}

/** True for `//` outside addresses and patterns, and for `# ` after a blank. */
export function startsComment(text: string, at: number): boolean {
  return (
    (text.startsWith("//", at) && /^[\s;{},]?$/u.test(text.charAt(at - 1))) ||
    (text.startsWith("# ", at) && (at === 0 || /\s/u.test(text.charAt(at - 1))))
  );
}

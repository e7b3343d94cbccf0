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

/** In order: for brackets open before the cursor and not closed after it. */
export function closersWanted(lines: TextLines, { line, column }: Cursor): string {
  const quote = openQuote(lines.at(line).slice(0, column));
  const first = Math.max(0, line - lookLines);
  const above = Array.from({ length: line - first }, (_, index) => lines.at(first + index));
  const before = openBrackets([...above, lines.at(line).slice(0, column)].join("\n")).wanted;
  const last = Math.min(lines.count, line + 1 + lookLines);
  const below = Array.from({ length: last - line - 1 }, (_, index) => lines.at(line + 1 + index));
  const tail = lines.at(line).slice(column);
  const after = openBrackets([tail, ...below].join("\n"), quote).closing;
  const isCut = last < lines.count;
  const own = openBrackets(lines.at(line).slice(0, column)).wanted;
  // If the text's end was not read, only the brackets of the cursor's line count as open.
  const open = isCut ? own : before;
  return unclosed(open, after, openBrackets(tail, quote).closing.length);
}

/**
 * As `closersWanted`, for an answer that starts with `typed` and closes its brackets itself, except closers that the
 * editor inserted after the cursor.
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

export function surplusCloser(text: string, wanted: string, quote = ""): number {
  const open: string[] = [];
  let used = 0;
  for (const [at, sign] of placedBrackets(text, quote)) {
    const closer = closerOf[sign];
    if (closer !== undefined) {
      open.push(closer);
    } else if (open.at(-1) === sign) {
      open.pop();
    } else if (open.length === 0 && wanted[used] === sign) {
      used += 1;
    } else {
      return at;
    }
  }
  return -1;
}

export function openQuote(before: string): string {
  let quote = "";
  for (let at = 0; at < before.length; at += 1) {
    const sign = before.charAt(at);
    if (sign === "\\") {
      at += 1;
    } else if (quote !== "") {
      quote = sign === quote ? "" : quote;
    } else if (/["`]/u.test(sign) || (sign === "'" && !/\w/u.test(before.charAt(at - 1)))) {
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
    } else if (isQuote(text, at)) {
      quote = sign;
    } else if (startsComment(text, at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end - 1;
    } else if ("()[]{}".includes(sign)) {
      yield [at, sign];
    }
  }
}

/** A quote after a letter starts no string: `don't`, Rust's `'a`. */
function isQuote(text: string, at: number): boolean {
  const sign = text.charAt(at);
  if (sign === '"' || sign === "`") {
    return true;
  }
  const end = text.indexOf("'", at + 1);
  const line = text.indexOf("\n", at);
  const isClosed = end > 0 && (line < 0 || end < line);
  return sign === "'" && isClosed && !/\w/u.test(text.charAt(at - 1));
}

function startsComment(text: string, at: number): boolean {
  return text.startsWith("//", at) && text.charAt(at - 1) !== ":";
}

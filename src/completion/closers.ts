import { isQuote, openIn, openQuote, startsComment, startsString } from "./brackets.ts";

/**
 * A bracket or quote that is open at the cursor. `tailEnd` is the place after its closer in the rest of the line, or
 * 0 without a closer.
 */
export interface OuterCloser {
  readonly sign: string;
  readonly tailEnd: number;
}

export interface ReadClosers {
  /** How many outer brackets and quotes the text closes. */
  readonly closed: number;
  /** The place after the last of these closers; 0 if there is none. */
  readonly end: number;
  /** The place of the first closer that closes nothing; -1 if there is none. */
  readonly surplus: number;
  /** Closers of the brackets and strings that the text leaves open, innermost first. */
  readonly open: string;
}

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const tailClosers = /^\s*[)\]}"'`>]*/u;

export function closersLength(tail: string): number {
  const closers = tailClosers.exec(tail)?.[0] ?? "";
  return closers.trim() === "" ? 0 : closers.length;
}

/**
 * The brackets and quotes that are open at the cursor, innermost first, by the rest of the line: in `print(f"total {`
 * it is `}")`. If both the rest and `wanted` close brackets of the line, there are two orders.
 */
export function outerClosers(
  before: string,
  tail: string,
  wanted: string,
): readonly (readonly OuterCloser[])[] {
  const quote = openQuote(before);
  const inTail = tail
    .slice(0, closersLength(tail))
    .split("")
    .flatMap((sign, at) => (sign.trim() === "" ? [] : [{ sign, tailEnd: at + 1 }]));
  const isQuoteThere = quote === "" || inTail.some(({ sign }) => sign === quote);
  const brackets = inTail.findIndex(({ sign }) => !isQuote(sign));
  const quotes = brackets < 0 ? inTail.length : brackets;
  const closed = inTail.filter(({ sign }) => !isQuote(sign)).length;
  const missing = wanted.split("").map((sign) => ({ sign, tailEnd: 0 }));
  const first = [
    ...(isQuoteThere ? [] : [{ sign: quote, tailEnd: 0 }]),
    ...inTail.slice(0, quotes),
  ];
  const inLine = Math.max(0, openIn(before, tail).length - closed);
  return [...new Set([Math.min(inLine, missing.length), 0])].map((count) => [
    ...first,
    ...missing.slice(0, count),
    ...inTail.slice(quotes),
    ...missing.slice(count),
  ]);
}

/** Reads brackets, strings, templates and line comments of a text that begins inside `outer`. */
export function readClosers(text: string, outer: readonly OuterCloser[]): ReadClosers {
  const open = outer.map(({ sign }) => sign).toReversed();
  let [left, end, surplus] = [open.length, 0, -1];
  for (let at = 0; at < text.length && surplus < 0; at += 1) {
    const sign = text.charAt(at);
    const top = open.at(-1) ?? "";
    if (sign === top && !isArrow(text, at)) {
      open.pop();
      if (open.length < left) {
        left = open.length;
        end = at + 1;
      }
    } else if (sign === "\\") {
      at += 1;
    } else if (isQuote(top)) {
      at = inString(text, at, open, left);
    } else if (startsComment(text, at)) {
      at = endOfLine(text, at) - 1;
    } else if (")]}".includes(sign)) {
      surplus = at;
    } else {
      open.push(...openedAt(text, at, top));
    }
  }
  const own = open.slice(left).toReversed().join("");
  return { closed: outer.length - left, end, surplus, open: own };
}

/**
 * Reads a string or template and returns the last place that it read. A string ends with its line, and `${` opens
 * code in a template.
 */
function inString(text: string, at: number, open: string[], outer: number): number {
  const isTemplate = open.at(-1) === "`";
  if (isTemplate && text.startsWith("${", at)) {
    open.push("}");
    return at + 1;
  }
  if (text.charAt(at) === "\n" && !isTemplate && open.length > outer) {
    open.pop();
  }
  return at;
}

function openedAt(text: string, at: number, top: string): readonly string[] {
  const sign = text.charAt(at);
  if (startsString(text, at)) {
    return [sign];
  }
  const isTypeList = sign === "<" && top === ">" && /\w/u.test(text.charAt(at - 1));
  const closer = isTypeList ? ">" : closerOf[sign];
  return closer === undefined ? [] : [closer];
}

function isArrow(text: string, at: number): boolean {
  return text.charAt(at) === ">" && /[=-]/u.test(text.charAt(at - 1));
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

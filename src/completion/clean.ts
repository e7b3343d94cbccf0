import { isClosedTwice, openBrackets } from "./brackets.ts";
import { closersLength, type OuterCloser, outerClosers, readClosers } from "./closers.ts";
import { isProse, withoutElision } from "./prose.ts";
import { indentPlace, type IndentStyle, leadOf, reindented } from "./reindent.ts";
import { type Cursor, lastText, looseLine, nextText, type TextLines } from "./textLines.ts";

export interface CleanPlace {
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly style: IndentStyle;
  readonly language?: string;
}

const [leastUnits, leastEcho] = [4, 8];
const repeatedLines = 6;
const repeatedShare = 0.8;
const controlToken =
  /<[|｜][\w▁ -]{1,40}[|｜]>|<\/?(?:fim_\w+|file_sep|s|PRE|SUF|MID|EOT)>|\[(?:SUFFIX|PREFIX|MIDDLE)\]/u;
/** Control characters, bidirectional and invisible marks ("Trojan Source"), lone surrogates. */
const hidden =
  /[^\P{Cc}\t\n]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/u;
export function cleanAnswer(answer: string, place: CleanPlace): string {
  const { lines, cursor, style } = place;
  const bare = withoutBackticks(withoutFence(withoutThinking(withoutHalf(answer))));
  const before = lines.at(cursor.line).slice(0, cursor.column);
  const own = withoutElision(withoutTyped(withoutLineStart(bare, before), before));
  const inUnit = reindented(own, indentPlace(lines, cursor, style));
  const text = withStyle(inUnit, style).trimEnd();
  const isOf = [
    () => text.trim().length < leastUnits && !/^\w+;$/u.test(text.trim()),
    () => hidden.test(text),
    () => controlToken.test(text),
    () => isProse(text, place),
    () => repeatsNeighbour(text, lines, cursor),
    () => isRepetition(text),
  ];
  return isOf.some((test) => test()) ? "" : text;
}

export interface Fitted {
  readonly text: string;
  readonly replaces: number;
}

/** Fits a text to what follows the cursor: brackets and quotes, the line's end, the lines below. */
export function fitText(text: string, place: Omit<CleanPlace, "style">, wanted: string): Fitted {
  const { lines, cursor } = place;
  const line = lines.at(cursor.line);
  const tail = line.slice(cursor.column).trimEnd();
  if (line.slice(0, cursor.column).trim() === "" && /^\s*\w/u.test(tail)) {
    return fitAbove(text, line, cursor);
  }
  const fits = outerClosers(line.slice(0, cursor.column), tail, wanted).flatMap((outer) =>
    fitIn(text, outer, tail, place),
  );
  return (fits.find(({ isWhole }) => isWhole) ?? fits[0])?.fitted ?? nothing;
}

/** Lines before the cursor's line, which the text's last line may repeat. */
function fitAbove(text: string, line: string, { column }: Cursor): Fitted {
  const lines = text.trimEnd().split("\n");
  const isThere = looseLine(lines.at(-1) ?? "") === looseLine(line);
  const own = (isThere ? lines.slice(0, -1) : lines).join("\n");
  return own.trim() === "" ? nothing : { text: `${own}\n${line.slice(0, column)}`, replaces: 0 };
}

interface Fit {
  readonly fitted: Fitted;
  readonly isWhole: boolean;
}

/** The text that fits; empty if a bracket of the text would stay open before a closer of the line. */
function fitIn(
  text: string,
  outer: readonly OuterCloser[],
  tail: string,
  { lines, cursor }: Omit<CleanPlace, "style">,
): readonly Fit[] {
  const { closed, end, surplus, open } = readClosers(text, outer);
  const closedEnd = Math.max(0, ...outer.slice(0, closed).map((one) => one.tailEnd));
  // `one).then(` before `)`: the text opens a bracket again that the line then closes.
  const isAgain =
    /^[^}]+$/u.test(open) &&
    tail.slice(0, closedEnd).endsWith(open) &&
    !isClosedTwice(lines, cursor, open.charAt(0));
  const tailEnd = closedEnd - (isAgain ? open.length : 0);
  const rest = tail.slice(tailEnd);
  const hasCloser = closersLength(rest) > 0;
  if (open !== "" && !isAgain && hasCloser) {
    return [];
  }
  const balanced = (surplus < 0 ? text : text.slice(0, surplus)).trimEnd();
  const isWhole = surplus < 0;
  if (closed === 0 && isBlockBetween(balanced, rest)) {
    const block = `${balanced}\n${leadOf(lines.at(cursor.line))}`;
    return [{ fitted: { text: block, replaces: 0 }, isWhole }];
  }
  const fitted = withoutBelow(withoutRest(balanced, rest, end, hasCloser), lines, cursor);
  const whole = (fitted.length < end ? balanced : fitted).trimEnd();
  return [{ fitted: shortest(whole, tail.slice(0, tailEnd)), isWhole }];
}

/** True for a block between braces of one line, such as `{¦}`: the closer goes on a line of its own. */
function isBlockBetween(text: string, rest: string): boolean {
  return text.startsWith("\n") && /^[)\]}]/u.test(rest);
}

const nothing: Fitted = { text: "", replaces: 0 };

/** Drops the text's end if it repeats the end of the line, also with another `;` or `,`. */
function withoutRest(text: string, rest: string, from: number, hasCloser: boolean): string {
  const sign = hasCloser ? "" : rest.trimStart();
  for (let length = sign.length; length > 0; length -= 1) {
    const start = text.length - length;
    if (start >= from && text.endsWith(sign.slice(0, length))) {
      return text.slice(0, start).trimEnd();
    }
  }
  return rest === "" ? text : text.slice(0, from) + text.slice(from).replace(/[;,]$/u, "");
}

/** Shortens a change within one line: closers at the end of both the text and the replaced part stay unchanged. */
function shortest(text: string, replaced: string): Fitted {
  if (text.includes("\n")) {
    return text.trim() === "" ? nothing : { text, replaces: replaced.length };
  }
  let count = 0;
  while (count < replaced.length && text.at(-1 - count) === replaced.at(-1 - count)) {
    count += 1;
  }
  const own = text.slice(0, text.length - count);
  if (own.trim() === "") {
    return nothing;
  }
  return own.endsWith(" ")
    ? { text, replaces: replaced.length }
    : { text: own, replaces: replaced.length - count };
}

/** Drops a last character that the answer's limit cut: half a surrogate pair or flag, a sequence that ends in a joiner. */
function withoutHalf(answer: string): string {
  const last = new Intl.Segmenter().segment(answer).containing(answer.length - 1)?.segment ?? "";
  return /^(?:\p{Cs}|\uFFFD|\p{RI}|.*\u200D)$/u.test(last)
    ? withoutHalf(answer.slice(0, -last.length))
    : answer;
}

function withoutThinking(answer: string): string {
  // Some servers leave out the tag that opens.
  const end = /^[\s\S]*<\/think(?:ing)?>\s*/u.exec(answer)?.[0].length ?? 0;
  return answer.slice(end).replace(/<think(?:ing)?>[\s\S]*$/u, "");
}

function withoutFence(answer: string): string {
  const inside = /^\s*(?:`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:\n?(?:`{3,}|~{3,})[\s\S]*)?$/u.exec(
    answer,
  );
  if (inside) {
    return inside[1] ?? "";
  }
  const end = answer.search(/(?:^|\n)\s*(?:`{3,}|~{3,})/u);
  return end < 0 ? answer : answer.slice(0, end);
}

function withoutLineStart(answer: string, before: string): string {
  const start = before.trimStart();
  const own = answer.trimStart();
  const isTelling = /\w/u.test(start) || /^(?:\/\/+|\/\*+|#+|--+|<!--)!?\s*$/u.test(start);
  return isTelling && own.startsWith(start) ? own.slice(start.length) : answer;
}

/** Drops the half-typed word at the answer's start, for example `lo` from `log(…)`. */
function withoutTyped(answer: string, before: string): string {
  const typed = [/[\w$.]+$/u, /[\w$]+$/u].map((word) => word.exec(before)?.[0] ?? "");
  const word = typed.find((one) => one.length > 1 && answer.startsWith(one));
  return word === undefined ? answer : answer.slice(word.length);
}

/** Drops the backticks around a statement; a template literal ends without `;`. */
function withoutBackticks(answer: string): string {
  return /^\s*`([^`\n]+;)`\s*$/u.exec(answer)?.[1] ?? answer;
}

function withStyle(text: string, { insertSpaces, tabSize }: IndentStyle): string {
  const width = Math.max(1, tabSize);
  return text
    .split("\n")
    .map((line, index) => {
      const blank = index === 0 ? "" : (/^[ \t]+/u.exec(line)?.[0] ?? "");
      if (blank === "") {
        return line.replace(/[ \t]+$/u, index === 0 && text.length === line.length ? "$&" : "");
      }
      const columns = blank.length + (blank.split("\t").length - 1) * (width - 1);
      const own = insertSpaces
        ? " ".repeat(columns)
        : "\t".repeat(Math.floor(columns / width)) + " ".repeat(columns % width);
      return own + line.slice(blank.length).replace(/[ \t]+$/u, "");
    })
    .join("\n");
}

function repeatsNeighbour(text: string, lines: TextLines, cursor: Cursor): boolean {
  const before = lines.at(cursor.line).slice(0, cursor.column);
  const first = `${before}${text.replace(/^\n+/u, "").split("\n")[0] ?? ""}`.trim();
  const isOneLine = !text.trim().includes("\n");
  const above = lastText(lines, cursor.line)?.trim();
  const below = nextText(lines, cursor.line + 1)?.trim();
  const isEcho = before.trim() !== "" && text.trim().length >= leastEcho && text.trim() === above;
  return (
    isEcho || (isOneLine && first.length >= leastUnits && (first === above || first === below))
  );
}

function isRepetition(text: string): boolean {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const isOneOver = lines.length > 1 && new Set(lines).size === 1 && /\w/u.test(lines[0] ?? "");
  return (
    isOneOver ||
    (lines.length >= repeatedLines && 1 - new Set(lines).size / lines.length >= repeatedShare)
  );
}

function withoutBelow(text: string, lines: TextLines, cursor: Cursor): string {
  const own = text.split("\n");
  const below: string[] = [];
  for (let at = cursor.line + 1; at < lines.count && below.length < own.length + 2; at += 1) {
    const line = lines.at(at).trim();
    if (line !== "" || below.length > 0) {
      below.push(line);
    }
  }
  for (let from = own.length === 1 ? 1 : 0; from < own.length; from += 1) {
    const last = own.slice(from).map((line) => line.trim());
    const isThere = last.every((line, index) => looseLine(line) === looseLine(below[index] ?? ""));
    if (isThere && from > 0 && last.some((line) => line !== "" && !isOwnCloser(own, from, line))) {
      return own.slice(0, from).join("\n");
    }
  }
  return text;
}

/** True if a line of closing brackets belongs to the text, although it may equal the line below. */
function isOwnCloser(own: readonly string[], from: number, line: string): boolean {
  return (
    /^[)\]}]+[;,]?$/u.test(line) &&
    openBrackets(own.slice(0, from).join("\n")).wanted.includes(line.charAt(0))
  );
}

import { isClosedTwice, openBrackets } from "./brackets.ts";
import { closersLength, type OuterCloser, outerClosers, readClosers } from "./closers.ts";
import { type Cursor, lastText, nextText, type TextLines } from "./textLines.ts";

export interface IndentStyle {
  readonly insertSpaces: boolean;
  readonly tabSize: number;
}

export interface CleanPlace {
  readonly lines: TextLines;
  readonly cursor: Cursor;
  readonly style: IndentStyle;
}

const leastUnits = 4;
const repeatedLines = 6;
const repeatedShare = 0.8;
const controlToken =
  /<[|｜][\w▁ -]{1,40}[|｜]>|<\/?(?:fim_\w+|file_sep|s|PRE|SUF|MID|EOT)>|\[(?:SUFFIX|PREFIX|MIDDLE)\]/u;
/** Control characters, bidirectional and invisible marks ("Trojan Source"), lone surrogates. */
const hidden =
  /[^\P{Cc}\t\n]|[\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]|\p{Cs}/u;
const prose =
  /^\W*(?:(?:I'm |I am )?sorry\b|I (?:can|cannot|can't|am unable|don't)\b|As an AI\b|Sure[,!.]|Certainly\b|Here(?:'s| is| are)\b|The (?:code|function|missing|following|provided|completed?)\b|This (?:code|function|snippet|method)\b|To complete\b|It (?:looks|seems)\b|Desculpe\b|Claro[,!]|Aqui est[áã]o?(?!\p{L})|O código\b|Este código\b)/iu;
const pathAlone = /^\s*(?:\/\/|#)?\s*(?:[\w.@-]+[/\\])+[\w.@-]+\.\w{1,8}\s*$/u;

export function cleanAnswer(answer: string, { lines, cursor, style }: CleanPlace): string {
  const bare = withoutFence(withoutThinking(answer));
  const line = lines.at(cursor.line);
  const text = withStyle(withoutLineStart(bare, line.slice(0, cursor.column)), style).trimEnd();
  const isOf = [
    () => text.trim().length < leastUnits,
    () => hidden.test(text),
    () => controlToken.test(text),
    () => isProse(text, line.slice(0, cursor.column)),
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
  const fits = outerClosers(line.slice(0, cursor.column), tail, wanted).flatMap((outer) =>
    fitIn(text, outer, tail, place),
  );
  return (fits.find(({ isWhole }) => isWhole) ?? fits[0])?.fitted ?? nothing;
}

interface Fit {
  readonly fitted: Fitted;
  readonly isWhole: boolean;
}

/** Empty if a bracket of the text would stay open before a closer of the line. */
function fitIn(
  text: string,
  outer: readonly OuterCloser[],
  tail: string,
  { lines, cursor }: Omit<CleanPlace, "style">,
): readonly Fit[] {
  const { closed, end, surplus, open } = readClosers(text, outer);
  const closedEnd = Math.max(0, ...outer.slice(0, closed).map((one) => one.tailEnd));
  // `one).then(` before `)`: the text opens again what the line then closes.
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
  const fitted = withoutBelow(withoutRest(balanced, rest, end, hasCloser), lines, cursor);
  const whole = fitted.length < end ? balanced : fitted;
  return [{ fitted: shortest(whole.trimEnd(), tail.slice(0, tailEnd)), isWhole: surplus < 0 }];
}

const nothing: Fitted = { text: "", replaces: 0 };

/** Without the end of the line if the text repeats it. Another `;` or `,` than the line's is the line's to decide. */
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

/** In one line, closers that the text and the replaced part both end with stay where they are. */
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

function withoutThinking(answer: string): string {
  const closed = answer.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>\s*/gu, "");
  return closed.replace(/<think(?:ing)?>[\s\S]*$/u, "");
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
  return /\w/u.test(start) && own.startsWith(start) ? own.slice(start.length) : answer;
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

function isProse(text: string, before: string): boolean {
  const isText = /(?:\/\/|#|\/?\*|--|<!--|["'`])[^"'`]*$/u.test(before.slice(-1_000));
  return pathAlone.test(text) || (!isText && prose.test(text));
}

function repeatsNeighbour(text: string, lines: TextLines, cursor: Cursor): boolean {
  const before = lines.at(cursor.line).slice(0, cursor.column);
  const first = `${before}${text.replace(/^\n+/u, "").split("\n")[0] ?? ""}`.trim();
  const isOneLine = !text.trim().includes("\n");
  const above = lastText(lines, cursor.line)?.trim();
  const below = nextText(lines, cursor.line + 1)?.trim();
  return isOneLine && first.length >= leastUnits && (first === above || first === below);
}

function isRepetition(text: string): boolean {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length >= repeatedLines && 1 - new Set(lines).size / lines.length >= repeatedShare;
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
    const isThere = last.every((line, index) => line === (below[index] ?? ""));
    if (isThere && from > 0 && last.some((line) => line !== "" && !isOwnCloser(own, from, line))) {
      return own.slice(0, from).join("\n");
    }
  }
  return text;
}

/** A line of closing brackets may equal the line below and still belong to the text. */
function isOwnCloser(own: readonly string[], from: number, line: string): boolean {
  return (
    /^[)\]}]+[;,]?$/u.test(line) &&
    openBrackets(own.slice(0, from).join("\n")).wanted.includes(line.charAt(0))
  );
}

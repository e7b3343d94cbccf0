import { openBrackets, openQuote, surplusCloser } from "./brackets.ts";
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

/** Removes text that already follows the cursor: brackets, the line's end, the lines below. */
export function fitText(
  text: string,
  { lines, cursor }: Omit<CleanPlace, "style">,
  wanted: string,
): Fitted {
  const line = lines.at(cursor.line);
  const quote = openQuote(line.slice(0, cursor.column));
  const tail = line.slice(cursor.column).trimEnd();
  if (
    /^[)\]}]+$/u.test(tail) &&
    openBrackets(text, quote).closing === tail &&
    !text.endsWith(tail)
  ) {
    return { text, replaces: tail.length };
  }
  const surplus = surplusCloser(text, wanted, quote);
  const balanced = surplus < 0 ? text : text.slice(0, surplus);
  const behind = withoutBelow(withoutTail(balanced, tail), lines, cursor);
  return { text: behind.trim() === "" ? "" : behind.trimEnd(), replaces: 0 };
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

function withoutTail(text: string, tail: string): string {
  if (tail === "" || text.trim() === "") {
    return text;
  }
  const rest = tail.trimStart();
  const whole = text.trimEnd();
  for (let length = Math.min(rest.length, whole.length); length > 0; length -= 1) {
    const end = rest.slice(0, length);
    if (whole.endsWith(end) && isSurplusEnd(whole, end)) {
      return whole.slice(0, whole.length - end.length).replace(/[ \t]+$/u, "");
    }
  }
  return text;
}

/** A bracket or quote that the text itself opened stays. */
function isSurplusEnd(text: string, end: string): boolean {
  const first = end.charAt(0);
  if (/["'`]/u.test(first)) {
    return (text.split(first).length - 1) % 2 === 1;
  }
  return !/[)\]}]/u.test(first);
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

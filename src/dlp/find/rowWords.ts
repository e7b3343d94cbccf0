import type { Finding } from "./finding.ts";

export type Scan = (text: string) => readonly Finding[];

/** A row that was read up to `end`, with the values in it. */
export interface Row {
  readonly end: number;
  readonly findings: readonly Finding[];
}

export interface Word {
  readonly start: number;
  readonly end: number;
}

/** A byte with its place, as a hexadecimal and as a decimal number; -1 for none. */
export interface ByteWord extends Word {
  readonly hex: number;
  readonly decimal: number;
  /** In a dump the end of its line, behind the same bytes as text. */
  readonly lineEnd?: number;
}

const maxWord = 8;
const maxGap = 6;

const isGap = new Uint8Array(128);
for (const character of " \t\r\n,;:.-_/|+*\"'`[]()") {
  isGap[character.charCodeAt(0)] = 1;
}

/** The word at or directly behind a place, without the text before `from`; none of more than eight characters. */
export function wordAt(text: string, at: number, from: number): Word | undefined {
  const start = isLetter(text.charCodeAt(at)) ? at : startOfNext(text, at);
  return start === undefined ? undefined : wholeWord(text, start, from);
}

export function nextWord(text: string, { end }: Word): Word | undefined {
  const start = startOfNext(text, end);
  return start === undefined ? undefined : wholeWord(text, start, start);
}

export function previousWord(text: string, { start }: Word, from: number): Word | undefined {
  let at = start;
  while (at > from && start - at < maxGap && isGap[text.charCodeAt(at - 1)] === 1) {
    at -= 1;
  }
  return at < start && at > from && isLetter(text.charCodeAt(at - 1))
    ? wholeWord(text, at - 1, from)
    : undefined;
}

function startOfNext(text: string, from: number): number | undefined {
  let at = from;
  while (at - from < maxGap && isGap[text.charCodeAt(at)] === 1) {
    at += 1;
  }
  return at > from && isLetter(text.charCodeAt(at)) ? at : undefined;
}

function wholeWord(text: string, at: number, from: number): Word | undefined {
  let start = at;
  while (start > from && at - start <= maxWord && isLetter(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  let end = at;
  while (end - start <= maxWord && isLetter(text.charCodeAt(end))) {
    end += 1;
  }
  return end - start <= maxWord ? { start, end } : undefined;
}

function isLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 0xc0 && code <= 0xff)
  );
}

/** The number in these characters; -1 if a character is no digit of it. */
export function numberAt(text: string, start: number, end: number, radix: 10 | 16): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= radix) {
      return -1;
    }
    value = value * radix + digit;
  }
  return value;
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) {
    return code - 48;
  }
  const letter = (code | 0x20) - 97;
  return letter >= 0 && letter < 6 ? letter + 10 : 16;
}

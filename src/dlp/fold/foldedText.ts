import { isDigit, isSeparator } from "./digitGroups.ts";
import { foldedCharacter, isFolded } from "./foldedCharacter.ts";
import { endOfMarks } from "./marks.ts";

export interface FoldedText {
  readonly text: string;
  readonly sourceSpan: (start: number, end: number) => readonly [start: number, end: number];
}

/**
 * Undoes notations that hide data from the search, but not from a reader: other scripts, invisible characters, soft
 * line breaks, colour codes, escapes of URLs, JSON, code, Markdown and HTML, and emphasis within a number. Linear.
 */
export function foldText(text: string): FoldedText {
  const first = firstSuspect(text, 0);
  return first === text.length
    ? { text, sourceSpan: (start, end) => [start, end] }
    : foldFrom(text, first);
}

class Edits {
  readonly #source: number[] = [];
  readonly #sourceEnd: number[] = [];
  readonly #target: number[] = [];
  readonly #targetEnd: number[] = [];

  add(source: number, sourceEnd: number, target: number, targetEnd: number): void {
    const last = this.#source.length - 1;
    if (target === targetEnd && this.#sourceEnd[last] === source && this.#isRemoval(last)) {
      this.#sourceEnd[last] = sourceEnd;
      return;
    }
    this.#source.push(source);
    this.#sourceEnd.push(sourceEnd);
    this.#target.push(target);
    this.#targetEnd.push(targetEnd);
  }

  #isRemoval(index: number): boolean {
    return this.#target[index] === this.#targetEnd[index];
  }

  startOf(target: number): number {
    const index = this.#lastAt(target);
    const targetEnd = this.#targetEnd[index] ?? 0;
    return target < targetEnd
      ? (this.#source[index] ?? 0)
      : (this.#sourceEnd[index] ?? 0) + target - targetEnd;
  }

  endOf(target: number): number {
    const index = this.#lastAt(target);
    const targetEnd = this.#targetEnd[index] ?? 0;
    return target < targetEnd
      ? (this.#sourceEnd[index] ?? 0)
      : (this.#sourceEnd[index] ?? 0) + target - targetEnd + 1;
  }

  #lastAt(target: number): number {
    let low = 0;
    let high = this.#target.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#target[middle] ?? 0) <= target) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}

function foldFrom(text: string, first: number): FoldedText {
  const edits = new Edits();
  const pieces: string[] = [];
  let length = 0;
  let copied = 0;
  for (let at = first; at < text.length;) {
    const [end, replacement] = unitAt(text, at);
    if (end - at === replacement.length && text.startsWith(replacement, at)) {
      at = firstSuspect(text, end);
      continue;
    }
    length += at - copied;
    pieces.push(text.slice(copied, at), replacement);
    if (end - at !== 1 || replacement.length !== 1) {
      edits.add(at, end, length, length + replacement.length);
    }
    length += replacement.length;
    copied = end;
    at = firstSuspect(text, end);
  }
  pieces.push(text.slice(copied));
  return {
    text: pieces.join(""),
    sourceSpan: (start, end) => [edits.startOf(start), edits.endOf(end - 1)],
  };
}

function firstSuspect(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 ? isSuspect(text, at, code) : isFolded(code) || isHalf(text, at, code)) {
      return at;
    }
  }
  return text.length;
}

/** True for half a surrogate pair, which is no character. */
function isHalf(text: string, at: number, code: number): boolean {
  return (
    (code >= 0xdc00 && code < 0xe000 && !isHigh(text.charCodeAt(at - 1))) ||
    (isHigh(code) && (text.codePointAt(at) ?? 0) < 0x10000)
  );
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** Signs of emphasis are removed only within a number: after a digit or a separator, which precede `:` in ASCII. */
function isSuspect(text: string, at: number, code: number): boolean {
  const suspect = suspects[code];
  return (
    (suspect === beginning && beginsEscape(text, at)) ||
    (suspect === marking && text.charCodeAt(at - 1) < colon && endOfMarks(text, at) > at)
  );
}

const beginning = 1;
const marking = 2;
const colon = 0x3a;
const suspects = new Uint8Array(128);
for (const character of "\0%\\&=\u001B") {
  suspects[character.charCodeAt(0)] = beginning;
}
for (const character of "*_`~<") {
  suspects[character.charCodeAt(0)] = marking;
}

function beginsEscape(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  switch (text.charCodeAt(at)) {
    case percent:
      return isHex(next) && isHex(text.charCodeAt(at + 2));
    case backslash:
      return (
        next === lowerU ||
        next === lowerX ||
        next === slash ||
        isEscapedSign(text, at) ||
        isSoftBreak(text, at)
      );
    case equals:
      return isSoftBreak(text, at);
    case ampersand:
      return next === hash || namedEntity.test(text.slice(at, at + maxEntity));
    default:
      return true;
  }
}

const percent = 0x25;
const backslash = 0x5c;
const equals = 0x3d;
const hash = 0x23;
const ampersand = 0x26;
const slash = 0x2f;
const lowerU = 0x75;
const lowerX = 0x78;

function isSoftBreak(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  return (next === "\n" || next === "\r") && /[\d.@/-]/u.test(text.charAt(at - 1));
}

/** True if the backslash escapes a sign within a number, as in Markdown or a pattern. */
function isEscapedSign(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return /[-.()+_]/u.test(text.charAt(at + 1)) && (isDigit(before) || isSeparator(before));
}

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

function unitAt(text: string, at: number): readonly [end: number, replacement: string] {
  const code = text.charCodeAt(at);
  if (code >= 128 || code === 0) {
    const codePoint = text.codePointAt(at) ?? code;
    const folded = isNone(codePoint) && isBesideSign(text, at) ? "" : foldedCharacter(codePoint);
    return [at + (codePoint > 0xffff ? 2 : 1), folded];
  }
  if (code === percent) {
    return percentEscapeAt(text, at);
  }
  for (const { pattern, replacement } of escapes) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      return [at + match[0].length, replacement(match[1] ?? "")];
    }
  }
  const marksEnd = endOfMarks(text, at);
  return marksEnd > at ? [marksEnd, ""] : [at + 1, text.charAt(at)];
}

/** U+0000 and half a surrogate pair part two groups, or stand beside the sign that parts them. */
function isNone(codePoint: number): boolean {
  return codePoint === 0 || (codePoint >= 0xd800 && codePoint < 0xe000);
}

function isBesideSign(text: string, at: number): boolean {
  return /[./-]/u.test(text.charAt(at - 1) + text.charAt(at + 1));
}

function percentEscapeAt(text: string, at: number): readonly [end: number, replacement: string] {
  const lead = byteAt(text, at);
  if (lead < 0x80) {
    return [at + 3, foldedCharacter(lead)];
  }
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const end = at + size * 3;
  const escape = text.slice(at, end);
  if (!utf8Escape.test(escape)) {
    return [at + 3, text.slice(at, at + 3)];
  }
  try {
    return [end, plain(decodeURIComponent(escape))];
  } catch {
    // An overlong form, a surrogate or a code beyond Unicode.
    return [at + 3, text.slice(at, at + 3)];
  }
}

const utf8Escape = /^%(?:[CD]|E.%[89AB]|F.%[89AB].%[89AB]).%[89AB].$/iu;

function byteAt(text: string, at: number): number {
  return Number.parseInt(text.slice(at + 1, at + 3), 16);
}

function plain(character: string): string {
  return foldedCharacter(character.codePointAt(0) ?? 0);
}

function characterOf(digits: string, radix: number): string {
  const codePoint = Number.parseInt(digits, radix);
  return codePoint <= 0x10_ffff ? foldedCharacter(codePoint) : "";
}

const entities: ReadonlyMap<string, string> = new Map(
  [
    ["@", "commat"],
    [" ", "nbsp ensp emsp thinsp hairsp numsp puncsp"],
    ["-", "hyphen dash ndash mdash minus"],
    [".", "period middot"],
    ["/", "sol frasl"],
    ["_", "lowbar"],
    ["+", "plus"],
    ["(", "lpar"],
    [")", "rpar"],
    ["", "shy zwj zwnj lrm rlm NoBreak ZeroWidthSpace"],
  ].flatMap(([character = "", names = ""]) =>
    names.split(" ").map((name) => [name, character] as const),
  ),
);
const namedEntity = new RegExp(`^&(?:${[...entities.keys()].join("|")});`, "u");
const maxEntity = "&ZeroWidthSpace;".length;

interface Escape {
  readonly pattern: RegExp;
  readonly replacement: (captured: string) => string;
}

const escapes: readonly Escape[] = [
  { pattern: /\\u([0-9a-f]{4})/iuy, replacement: (digits) => characterOf(digits, 16) },
  { pattern: /\\u\{([0-9a-f]{1,6})\}/iuy, replacement: (digits) => characterOf(digits, 16) },
  { pattern: /\\x([0-9a-f]{2})/iuy, replacement: (digits) => characterOf(digits, 16) },
  { pattern: /\\([-./()+_])/uy, replacement: (sign) => sign },
  { pattern: /&#(\d{1,7});/uy, replacement: (digits) => characterOf(digits, 10) },
  { pattern: /&#x([0-9a-f]{1,6});/iuy, replacement: (digits) => characterOf(digits, 16) },
  { pattern: /&([a-z]{2,14});/iuy, replacement: (name) => entities.get(name) ?? `&${name};` },
  { pattern: /[=\\]\r?\n/uy, replacement: () => "" },
  // oxlint-disable-next-line no-control-regex -- the colour codes of terminals begin with this character
  { pattern: /\u001B\[[0-9;]{0,16}[A-Za-z]/uy, replacement: () => "" },
];

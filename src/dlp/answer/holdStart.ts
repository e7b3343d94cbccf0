import { foldText } from "../fold/foldedText.ts";
import type { OwnFinder } from "../own/ownFinder.ts";

/** No value that is looked for in an answer is longer, but keys and signed tokens (`longSecret.ts`). */
export const maxHeld = 320;

/** Words beside a value that may decide about it. */
const reach = 48;
const longToken = 24;

const hotCharacter = /[\d@\\%]|&#|---|[^\0-\u024F\u2010-\u2027\s]/u;
const bracketed = /^[([{].{0,12}[)\]}]$/u;

/**
 * Where the text begins that must wait at `end`, because a value in it may be unfinished: the last two words, and from
 * the first word like a part of a value on after which only few characters came.
 */
export function holdStart(text: string, from: number, end: number): number {
  const least = Math.max(from, end - maxHeld);
  let held = end;
  let words = 0;
  for (let at = end; at > least && held - at < reach;) {
    const wordEnd = endOfWordBefore(text, at, least);
    const start = startOfWord(text, wordEnd, least);
    if (wordEnd > start && (words < 2 || isHot(text.slice(start, wordEnd)))) {
      // A word before `(at)` belongs to it.
      held = bracketed.test(text.slice(start, wordEnd))
        ? startOfWord(text, endOfWordBefore(text, start, least), least)
        : start;
    }
    words += wordEnd > start ? 1 : 0;
    at = Math.min(start, held);
  }
  return held;
}

const joinedWords = /[\p{L}\p{N}][._+-][\p{L}\p{N}]+$/u;

/**
 * Where the text waits in a pause: all of it before a word like a part of a value, else from a last word like the begin
 * of an e-mail address.
 */
export function openWordStart(text: string, from: number): number {
  const start = startOfWord(text, text.length, from);
  if (isHot(text.slice(start))) {
    return from;
  }
  return joinedWords.test(text.slice(start)) ? start : text.length;
}

const openEscape = /\\(?:u[\da-f]{0,3})?$/iu;

/** The begin of a value of an own kind that more text could finish; the text's length without one. */
export function openOwnFrom(text: string, finders: readonly OwnFinder[]): number {
  const { text: folded, sourceSpan } = foldText(text.replace(openEscape, ""));
  const open = Math.min(...finders.map((finder) => finder.openFrom(folded)), folded.length);
  return open < folded.length ? sourceSpan(open, folded.length)[0] : text.length;
}

export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isHot(word: string): boolean {
  return word.length > longToken || hotCharacter.test(word) || bracketed.test(word);
}

function endOfWordBefore(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && isBlank(text.charCodeAt(at - 1))) {
    at -= 1;
  }
  return at;
}

function startOfWord(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && !isBlank(text.charCodeAt(at - 1))) {
    at -= 1;
  }
  return at;
}

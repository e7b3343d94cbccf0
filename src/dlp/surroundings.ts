import { isGluedName } from "./context.ts";
import { isDigit, isWord } from "./digitGroups.ts";

/** How far back the address or word that a number stands in is looked at. */
const lookBack = 200;
const maxGlued = 24;
const minBase64 = 40;

/** Whether a number may begin at `start`: not inside a word, a decimal, a version, a UUID. */
export function canBegin(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  if (isWord(before)) {
    return (
      isEscapedBreak(text, start) || isGluedName(text.slice(Math.max(0, start - maxGlued), start))
    );
  }
  const beforeThat = text.charCodeAt(start - 2);
  if (before === dot) {
    return isWord(beforeThat) && !isDigit(beforeThat);
  }
  if (before === hyphen && isHex(beforeThat)) {
    return (
      !isDigit(beforeThat) && isGluedName(text.slice(Math.max(0, start - maxGlued), start - 1))
    );
  }
  return true;
}

/** Whether a number may end at `end`; see `canBegin`. */
export function canEnd(text: string, end: number): boolean {
  const after = text.charCodeAt(end);
  if (isWord(after)) {
    return false;
  }
  if (after === dot) {
    return !isDigit(text.charCodeAt(end + 1));
  }
  return after !== hyphen || !isHexWord(text, end + 1);
}

/** Whether the character before `start` is the letter of an escape such as `\n` in a string literal. */
export function isEscapedBreak(text: string, start: number): boolean {
  return text.charAt(start - 2) === "\\" && "nrtbf".includes(text.charAt(start - 1));
}

/** Whether the place is inside the path of a URL, or a path itself. */
export function isInPath(text: string, start: number): boolean {
  if (text.charAt(start - 1) === "/" && isWord(text.charCodeAt(start - 2))) {
    return true;
  }
  for (let at = start - 1; at >= Math.max(2, start - lookBack); at -= 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x3c || code === 0x60) {
      return false;
    }
    if (code === slash && text.charCodeAt(at - 1) === slash && text.charAt(at - 2) === ":") {
      return true;
    }
  }
  return false;
}

/** Whether the place is inside at least 40 characters of base64: nothing there is a number of anyone. */
export function isInBase64(text: string, start: number, end: number): boolean {
  let from = start;
  while (from > 0 && start - from < minBase64 && isBase64(text.charCodeAt(from - 1))) {
    from -= 1;
  }
  let to = end;
  while (to < text.length && to - end < minBase64 && isBase64(text.charCodeAt(to))) {
    to += 1;
  }
  const around = text.slice(from, start) + text.slice(end, to);
  return to - from >= minBase64 && /[a-z]/u.test(around) && /[A-Z]/u.test(around);
}

const dot = 0x2e;
const hyphen = 0x2d;
const slash = 0x2f;

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/** Whether a word of hexadecimal digits alone begins at `start`; a word such as "cabe" is none: it has no digit. */
function isHexWord(text: string, start: number): boolean {
  let at = start;
  let hasDigit = false;
  while (at - start < 16 && isHex(text.charCodeAt(at))) {
    hasDigit ||= isDigit(text.charCodeAt(at));
    at += 1;
  }
  return hasDigit && (at - start === 16 || !isWord(text.charCodeAt(at)));
}

function isBase64(code: number): boolean {
  return code !== 0x5f ? isWord(code) || code === 0x2b || code === slash : false;
}

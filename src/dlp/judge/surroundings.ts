import { isDigit, isEscapedBreak, isWord } from "../fold/digitGroups.ts";
import { isGluedName } from "./context.ts";

const lookBack = 200;
const maxGlued = 24;
const minBase64 = 40;

/**
 * The place of a number in its word. `joined` (underscore or sign): the name must name the kind. `glued` to a word:
 * the form must prove the kind. `inside`: part of another value.
 */
export type Boundary = "free" | "joined" | "glued" | "inside";

export function boundaryBefore(text: string, start: number): Boundary {
  const before = text.charCodeAt(start - 1);
  const beforeThat = text.charCodeAt(start - 2);
  if (isWord(before)) {
    return isEscapedBreak(text, start) || hasGluedName(text, start)
      ? "free"
      : before === underscore
        ? "joined"
        : "glued";
  }
  switch (before) {
    case dot:
      return isWord(beforeThat) && !isDigit(beforeThat) ? "free" : "inside";
    case hyphen:
      return boundaryBeforeHyphen(text, start - 1);
    case colon:
      return isDigit(beforeThat) && !isDigit(text.charCodeAt(start + 2)) ? "glued" : "free";
    default:
      return "free";
  }
}

/** A hyphen may join a word, be a minus, or belong to a UUID or date. */
function boundaryBeforeHyphen(text: string, at: number): Boundary {
  const before = text.charCodeAt(at - 1);
  if (isDigit(before)) {
    return "inside";
  }
  if (isHex(before)) {
    return hasGluedName(text, at) ? "free" : "glued";
  }
  return signed.has(before) ? "joined" : "free";
}

function hasGluedName(text: string, end: number): boolean {
  return isGluedName(text.slice(Math.max(0, end - maxGlued), end));
}

export function boundaryAfter(text: string, end: number): Boundary {
  const after = text.charCodeAt(end);
  if (isWord(after)) {
    return after === underscore ? "joined" : "glued";
  }
  switch (after) {
    case dot:
      return isDigit(text.charCodeAt(end + 1)) ? "inside" : "free";
    case hyphen:
      return isHexWord(text, end + 1) ? "inside" : "free";
    case colon:
      return !isDigit(text.charCodeAt(end - 3)) && isPair(text, end + 1) ? "glued" : "free";
    default:
      return "free";
  }
}

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

/** True within 40 or more base64 characters: digits there are no personal data. */
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
const colon = 0x3a;
const underscore = 0x5f;
const signed = new Set(Array.from("_,;:=([{", (sign) => sign.charCodeAt(0)));

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

function isPair(text: string, start: number): boolean {
  const [first, second, third] = [start, start + 1, start + 2].map((at) => text.charCodeAt(at));
  return isDigit(first ?? 0) && isDigit(second ?? 0) && !isDigit(third ?? 0);
}

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

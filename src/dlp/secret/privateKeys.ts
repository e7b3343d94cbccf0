import type { FoundSecret } from "./namedSecrets.ts";

const maxLength = 100_000;
/** A block with the shortest key, of Ed25519 without a line break. */
const minBlock = "-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----".length + 60;
const header =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\{1,15}[rn]|[\s>#*]){0,40}(?:[A-Za-z-]{1,40}: [^\n\\]{1,200}(?:\\{1,15}[rn]|[\s>#*]){1,40}){0,6}[A-Za-z0-9+/=]{24}/uy;
const putty =
  /PuTTY-User-Key-File-\d: [\s\S]{20,4000}?Private-Lines: \d{1,3}(?:\\{1,15}[rn]|[\s>#*]){1,40}[A-Za-z0-9+/]{24}/uy;
const age = /AGE-SECRET-KEY-1[0-9A-Z]{58}/uy;

/** Blocks of PEM, PGP and SSH, PuTTY's files and keys of age. Public keys, certificates and shortened keys are none. */
export function privateKeysIn(text: string): readonly FoundSecret[] {
  return [
    ...blocks(text, {
      mark: "-----BEGIN ",
      pattern: header,
      close: /-----END [A-Z0-9 ]{1,60}-----/uy,
      closeMark: "-----END ",
    }),
    ...blocks(text, {
      mark: "PuTTY-User-Key-File-",
      pattern: putty,
      close: /Private-MAC: [0-9a-f]{40,64}/uy,
      closeMark: "Private-MAC: ",
    }),
    ...blocks(text, { mark: "AGE-SECRET-KEY-1", pattern: age }),
  ];
}

interface Block {
  readonly mark: string;
  readonly pattern: RegExp;
  /** Sticky, for a place where `closeMark` stands. */
  readonly close?: RegExp;
  readonly closeMark?: string;
}

function blocks(
  text: string,
  { mark, pattern, close, closeMark = "" }: Block,
): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let closeAt = -1;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      const from = at + match[0].length;
      // The next end serves all beginnings before it, so that a text is searched once.
      closeAt = closeAt < from ? placeOf(text, closeMark, from) : closeAt;
      const end = close ? endOfBlock(text, { from, close, closeAt }) : from;
      const isWhole = !close || end - at >= minBlock || text.charAt(end - 1) !== "-";
      if (isWhole && !/\.{3}|…/u.test(text.slice(from, end))) {
        found.push({ name: "privateKey", start: at, end });
      }
      at = end - 1;
    }
  }
  return found;
}

function placeOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

const base64 = /(?:[A-Za-z0-9+/=]|\s|\\{1,15}[rn])*/uy;

/** The end of a block; a block that was cut ends with its base64. */
function endOfBlock(
  text: string,
  {
    from,
    close,
    closeAt,
  }: { readonly from: number; readonly close: RegExp; readonly closeAt: number },
): number {
  if (closeAt - from < maxLength) {
    close.lastIndex = closeAt;
    const match = close.exec(text);
    if (match) {
      return closeAt + match[0].length;
    }
  }
  base64.lastIndex = from;
  return from + (base64.exec(text)?.[0].slice(0, maxLength).trimEnd().length ?? 0);
}

import type { FoundSecret } from "./namedSecrets.ts";

const maxLength = 16_000;
/** A block with the shortest key, of Ed25519 without a line break. */
const minBlock = "-----BEGIN PRIVATE KEY----------END PRIVATE KEY-----".length + 60;
const header =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\{1,3}[rn]|\s){0,40}(?:[A-Za-z-]{1,40}: [^\n\\]{1,200}(?:\\{1,3}[rn]|\s){1,40}){0,6}[A-Za-z0-9+/=]{24}/uy;
const putty =
  /PuTTY-User-Key-File-\d: [\s\S]{20,4000}?Private-Lines: \d{1,3}\s{1,2}[A-Za-z0-9+/]{24}/uy;
const age = /AGE-SECRET-KEY-1[0-9A-Z]{58}/uy;

/** Blocks of PEM, PGP and SSH, PuTTY's files and keys of age. Public keys, certificates and shortened keys are none. */
export function privateKeysIn(text: string): readonly FoundSecret[] {
  return [
    ...blocks(text, {
      mark: "-----BEGIN ",
      pattern: header,
      close: /-----END [A-Z0-9 ]{1,60}-----/u,
    }),
    ...blocks(text, {
      mark: "PuTTY-User-Key-File-",
      pattern: putty,
      close: /Private-MAC: [0-9a-f]{40,64}/u,
    }),
    ...blocks(text, { mark: "AGE-SECRET-KEY-1", pattern: age }),
  ];
}

interface Block {
  readonly mark: string;
  readonly pattern: RegExp;
  readonly close?: RegExp;
}

function blocks(text: string, { mark, pattern, close }: Block): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) {
      const start = at;
      const from = at + match[0].length;
      const end = close ? endOfBlock(text, from, close) : from;
      const isWhole = !close || end - at >= minBlock || text.charAt(end - 1) !== "-";
      if (isWhole && !/\.{3}|…/u.test(text.slice(from, end))) {
        found.push({ name: "privateKey", start, end });
      }
      at = end - 1;
    }
  }
  return found;
}

/** The end of a block; a block that was cut ends with its base64. */
function endOfBlock(text: string, from: number, close: RegExp): number {
  const rest = text.slice(from, from + maxLength);
  const match = close.exec(rest);
  const length = match
    ? match.index + match[0].length
    : (/^(?:[A-Za-z0-9+/=]|\s|\\[rn])*/u.exec(rest)?.[0].trimEnd().length ?? 0);
  return from + length;
}

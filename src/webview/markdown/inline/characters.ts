import { namedCharacters } from "./namedCharacters.ts";

const references = /&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;
const escapes = /\\([!-/:-@[-`{-~])/g;

export function decodeReferences(text: string): string {
  return text.includes("&")
    ? text.replaceAll(references, (reference) => decodeReference(reference) ?? reference)
    : text;
}

export function unescapeBackslashes(raw: string): string {
  return raw.replaceAll(escapes, "$1");
}

export function unescapeText(raw: string): string {
  return decodeReferences(unescapeBackslashes(raw));
}

function decodeReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (!name.startsWith("#")) {
    return namedCharacters.get(name);
  }
  const isHex = name[1] === "x" || name[1] === "X";
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const isValid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isValid ? String.fromCodePoint(code) : "\ufffd";
}

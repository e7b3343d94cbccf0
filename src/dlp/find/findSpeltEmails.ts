import { findEmails } from "./findEmails.ts";
import type { Finding } from "./finding.ts";

const inBrackets = (words: string): string =>
  String.raw`[ \t]{0,3}(?:\([ \t]?(?:${words})[ \t]?\)|\[[ \t]?(?:${words})[ \t]?\]|\{[ \t]?(?:${words})[ \t]?\})[ \t]{0,3}`;
const at = inBrackets("at|arroba");
const dot = `(?:${inBrackets("dot|ponto")}|\\.)`;
const address = new RegExp(
  String.raw`(?<![\w.+@-])[\w+-]{1,64}(?:${dot}[\w+-]{1,64}){0,4}${at}[\w-]{1,63}(?:${dot}[\w-]{1,63}){1,4}(?![\w-])`,
  "giu",
);
const atSign = new RegExp(at, "iu");
const atSigns = new RegExp(at, "giu");
const dots = new RegExp(dot, "giu");

/** Addresses as `joao (at) example (dot) com`, judged as if they were written with signs. */
export function findSpeltEmails(text: string): readonly Finding[] {
  return atSign.test(text) ? [...text.matchAll(address)].flatMap(findingOf) : [];
}

function findingOf({ index: start, 0: spelt }: RegExpExecArray): readonly Finding[] {
  const written = spelt.replaceAll(atSigns, "@").replaceAll(dots, ".");
  return findEmails(written)
    .filter((email) => email.start === 0 && email.end === written.length)
    .map((email) => ({ ...email, start, end: start + spelt.length }));
}

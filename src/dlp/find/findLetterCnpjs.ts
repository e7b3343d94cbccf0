import { isEscapedBreak, isWord } from "../fold/digitGroups.ts";
import type { Columns } from "../judge/columns.ts";
import { contextIn, contextLength, contextOfColumn, wordsAround } from "../judge/context.ts";
import { boundaryAfter, boundaryBefore } from "../judge/surroundings.ts";
import { isCnpj } from "../judge/taxIds.ts";
import type { Finding } from "./finding.ts";

const cnpjLength = 14;

export function findSeparatedCnpjs(text: string): readonly Finding[] {
  return [...findBySlash(text), ...findByName(text)];
}

export function cnpjWordAround(
  text: string,
  { at, end, columns }: { readonly at: number; readonly end: number; readonly columns: Columns },
): Finding | undefined {
  let start = at;
  while (end - start <= cnpjLength && isWord(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  if (end - start === cnpjLength + 1 && isEscapedBreak(text, start + 1)) {
    start += 1;
  }
  return end - start === cnpjLength &&
    isLetterCnpj(text, start, end) &&
    (contextIn(wordsAround(text, start, end), "cnpj").isLikely ||
      contextOfColumn(columns.nameAt(start) ?? "", "cnpj").isLikely)
    ? { kind: "cnpj", start, end, certainty: "certain" }
    : undefined;
}

/** The CNPJ with a blank between its groups whose last two digits are at this place. */
export function groupedCnpj(text: string, at: number): Finding | undefined {
  if (blanksBefore.some((back) => text.charCodeAt(at - back) !== blank)) {
    return undefined;
  }
  const [start, end] = [at - "NN AAA NNN NNAA ".length, at + 2];
  if (!grouped.test(text.slice(start, end)) || !isLetterCnpj(text, start, end)) {
    return undefined;
  }
  const place = { kind: "cnpj", start, end } as const;
  return contextIn(wordsAround(text, start, end), "cnpj").isLikely
    ? { ...place, certainty: "certain" }
    : { ...place, certainty: "possible", doubt: "unnamed" };
}

const blank = 0x20;
const blanksBefore = [1, 6, 10, 14];
const grouped = /^(?=[A-Z ]{0,15}\d.* )[A-Z\d]{2} [A-Z\d]{3} [A-Z\d]{3} [A-Z\d]{4} \d\d$/u;

function findBySlash(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (let slash = text.indexOf("/"); slash >= 0; slash = text.indexOf("/", slash + 1)) {
    const start = slash - "NN.AAA.NNN".length;
    const end = slash + "/NNAA-NN".length;
    if (
      start >= 0 &&
      text.charAt(slash + 5) === "-" &&
      /^\w{2}(?<sign>[. ])\w{3}\k<sign>\w{3}\/\w{4}-\d\d$/u.test(text.slice(start, end)) &&
      isLetterCnpj(text, start, end)
    ) {
      findings.push({ kind: "cnpj", start, end, certainty: "certain" });
    }
  }
  return findings;
}

function findByName(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { index } of text.matchAll(/cnpj/giu)) {
    const from = index + "cnpj".length;
    const match = /(?<!\w)\w{2}[ ./-]\w{3}[ ./-]\w{3}[ ./-]\w{4}[ ./-]\d\d(?!\w)/u.exec(
      text.slice(from, from + contextLength),
    );
    const start = from + (match?.index ?? 0);
    const end = start + (match?.[0].length ?? 0);
    if (match && isLetterCnpj(text, start, end)) {
      findings.push({ kind: "cnpj", start, end, certainty: "certain" });
    }
  }
  return findings;
}

function isLetterCnpj(text: string, start: number, end: number): boolean {
  const value = text
    .slice(start, end)
    .replaceAll(/[ ./-]/gu, "")
    .toUpperCase();
  return (
    /^(?=.*[A-Z])[A-Z0-9]{12}\d\d$/u.test(value) &&
    isCnpj(value) &&
    boundaryBefore(text, start) === "free" &&
    boundaryAfter(text, end) === "free"
  );
}

import { glossary } from "../../src/codeIndex/ranking/glossary.ts";
import { identifierWords } from "../../src/codeIndex/text/identifier.ts";
import { stemOf } from "../../src/codeIndex/text/stem.ts";
import type { Case } from "./commitCases.ts";

const word = /[\p{L}]{2,}/gu;
const minWords = 4;

/** Questions of somebody who knows no name: the words of each function's name are taken out of its comment. */
export function masked(cases: readonly Case[]): readonly Case[] {
  return cases.flatMap((one) => {
    const stems = new Set(identifierWords(one.name ?? "").stems);
    const query = one.query.replaceAll(/[\w$]+/gu, (text) =>
      identifierWords(text).stems.some((stem) => stems.has(stem)) ? "" : text,
    );
    return (query.match(word)?.length ?? 0) < minWords ? [] : [{ ...one, query }];
  });
}

const portuguese = new Map<string, string>();
for (const [own, [first = ""]] of glossary) {
  const stem = stemOf(first);
  portuguese.set(stem, portuguese.get(stem) ?? own);
}

/** The same, with the words that the glossary knows in Portuguese. */
export function inPortuguese(cases: readonly Case[]): readonly Case[] {
  return cases.map((one) => ({
    ...one,
    query: `onde ${one.query.replaceAll(/[a-z]+/giu, (text) => portuguese.get(stemOf(text.toLowerCase())) ?? text)}`,
  }));
}

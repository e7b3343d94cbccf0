import { isCard, isTestCard } from "../judge/cards.ts";
import { isCnpj, isCpf } from "../judge/taxIds.ts";
import type { Finding } from "./finding.ts";
import { nextWord, previousWord, type Row, type Word } from "./rowWords.ts";

/** Portuguese and English; a sign that is read aloud has no digit. */
const digits: ReadonlyMap<string, string> = new Map(
  [
    ["0", "zero oh"],
    ["1", "um uma one"],
    ["2", "dois duas two"],
    ["3", "três tres three"],
    ["4", "quatro four"],
    ["5", "cinco five"],
    ["6", "seis meia six"],
    ["7", "sete seven"],
    ["8", "oito eight"],
    ["9", "nove nine"],
    ["", "ponto traço traco hífen hifen barra dot point dash hyphen slash"],
  ].flatMap(([digit = "", words = ""]) => words.split(" ").map((word) => [word, digit] as const)),
);
const initials = new Set([...digits.keys()].map((word) => word.charCodeAt(0)));
const lowercase = 0x20;

interface DigitWord extends Word {
  readonly digit: string;
}

/** The row of digits as words around a word that is one. */
export function digitWordsAround(text: string, word: Word, from: number): Row | undefined {
  const middle = digitWord(text, word);
  if (!middle) {
    return undefined;
  }
  const row = [middle];
  const before: DigitWord[] = [];
  for (let at = digitWord(text, previousWord(text, middle, from)); at;) {
    before.push(at);
    at = digitWord(text, previousWord(text, at, from));
  }
  let end = middle.end;
  for (let at = digitWord(text, nextWord(text, middle)); at;) {
    row.push(at);
    end = at.end;
    at = digitWord(text, nextWord(text, at));
  }
  return { end, findings: valuesIn(text, [...before.toReversed(), ...row]) };
}

function digitWord(text: string, word: Word | undefined): DigitWord | undefined {
  if (!word || !initials.has(text.charCodeAt(word.start) | lowercase)) {
    return undefined;
  }
  const digit = digits.get(text.slice(word.start, word.end).toLowerCase());
  return digit === undefined ? undefined : { ...word, digit };
}

/** Where a row may have a second value: none, a line, a sign that is stronger than the one between digits. */
const breaks = [undefined, /\n/u, /[;|]/u, /,/u, /[.:]/u] as const;

function valuesIn(text: string, row: readonly DigitWord[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const sign of row.length < minDigits ? [] : breaks) {
    const parts: DigitWord[][] = [[]];
    for (const [index, word] of row.entries()) {
      const gap = text.slice(row[index - 1]?.end ?? word.start, word.start);
      if (sign?.test(gap)) {
        parts.push([]);
      }
      parts.at(-1)?.push(word);
    }
    findings.push(...parts.flatMap(valueOf));
  }
  return findings;
}

const minDigits = 11;
const maxDigits = 19;

function valueOf(words: readonly DigitWord[]): readonly Finding[] {
  const value = words.filter(({ digit }) => digit !== "");
  const [first, last] = [value[0], value.at(-1)];
  if (!first || !last || value.length < minDigits || value.length > maxDigits) {
    return [];
  }
  const kind = checkedKind(value.map(({ digit }) => digit).join(""));
  return kind ? [{ kind, start: first.start, end: last.end, certainty: "certain" }] : [];
}

function checkedKind(number: string): "cpf" | "cnpj" | "card" | undefined {
  if (isCpf(number)) {
    return "cpf";
  }
  if (isCnpj(number)) {
    return "cnpj";
  }
  return isCard(number) && !isTestCard(number) ? "card" : undefined;
}

import { isCard, isTestCard } from "../judge/cards.ts";
import { isCnpj, isCpf } from "../judge/taxIds.ts";
import type { Finding } from "./finding.ts";

/** Numbers with a check digit in notations that a reader undoes: the letter O for 0, joined strings, digits in a list. */
export function findDisguised(text: string): readonly Finding[] {
  return [...findTorn(text), ...findListed(text)];
}

type Checked = "cpf" | "cnpj" | "card";

const isValid: Readonly<Record<Checked, (digits: string) => boolean>> = {
  cpf: isCpf,
  cnpj: isCnpj,
  card: (digits) => isCard(digits) && !isTestCard(digits),
};

/** Between two strings that code joins, as in `"170.043." + "258-51"`. */
const joint = String.raw`(?:\\?["'${"`"}]\s{0,20}[+,.&]?\s{0,20}\\?["'${"`"}])?`;

/** A usual form: `d` is a digit or the letter O, a blank any usual sign. */
function torn(form: string): RegExp {
  const characters = form
    .split("")
    .map((each) => (each === "d" ? "[\\dOo]" : each === " " ? "[ .-]" : `[${each}]`));
  return new RegExp(`(?<![\\w.-])${characters.join(joint)}(?![\\w-])`, "gu");
}

const forms: readonly (readonly [Checked, RegExp])[] = [
  ["cpf", torn("ddd.ddd.ddd-dd")],
  ["cnpj", torn("dd.ddd.ddd/dddd-dd")],
  ["card", torn("dddd dddd dddd dddd")],
];

function findTorn(text: string): readonly Finding[] {
  return forms.flatMap(([kind, form]) =>
    [...text.matchAll(form)]
      .filter(({ 0: match }) => /[^\d ./-]/u.test(match))
      .flatMap(({ index, 0: match }) => findingOf(kind, index, match)),
  );
}

const reach = 24;
const longest = 120;
const listed =
  /(?<![\d.,])(?:\d(?:\s{0,2},\s{0,2}\d){10,18}|\d{2,4}(?:,\s?\d{2,4}){3,4})(?!\s{0,2},\s{0,2}\d|\.?\d)/u;

/** Digits or usual groups with commas between them, directly after the name of their kind. */
function findListed(text: string): readonly Finding[] {
  return [...text.matchAll(/cpf|cnpj|cart[aã]o|card/giu)].flatMap(({ index, 0: name }) => {
    const from = index + name.length;
    const match = listed.exec(text.slice(from, from + reach + longest));
    const kind = /cpf/iu.test(name) ? "cpf" : /cnpj/iu.test(name) ? "cnpj" : "card";
    return match && match.index <= reach ? findingOf(kind, from + match.index, match[0]) : [];
  });
}

function findingOf(kind: Checked, start: number, match: string): readonly Finding[] {
  const digits = match.replaceAll(/o/giu, "0").replaceAll(/\D/gu, "");
  return isValid[kind](digits)
    ? [{ kind, start, end: start + match.length, certainty: "certain" }]
    : [];
}

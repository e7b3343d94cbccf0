import type { DlpKind } from "./kinds.ts";

/** Characters of a value that a person needs to know it again; the rest is hidden. */
const shownEnd: Readonly<Record<Exclude<DlpKind, "email">, number>> = {
  cpf: 5,
  cnpj: 6,
  card: 4,
  phone: 4,
};
const maxShown = 60;

/**
 * A value in a form in which it may be shown beside others: its punctuation and its last characters, as in
 * `***.***.247-25`; of an e-mail address the first letter and the domain.
 */
export function shownValue(kind: DlpKind, value: string): string {
  if (kind === "email") {
    const at = value.lastIndexOf("@");
    return at > 0 ? `${value.slice(0, 1)}***${value.slice(at)}`.slice(0, maxShown) : "***@***";
  }
  if (value.length > maxShown) {
    return "***";
  }
  let left = [...value.matchAll(/[\p{L}\p{N}]/gu)].length - shownEnd[kind];
  return value.replaceAll(/[\p{L}\p{N}]/gu, (character) => {
    left -= 1;
    return left >= 0 ? "*" : character;
  });
}

import type { SensitiveValue } from "../../shared/protection.ts";
import type { Words } from "../words/words.ts";

export function kindName(kind: SensitiveValue["kind"], words: Words): string {
  switch (kind) {
    case "cpf":
      return words.sensitiveCpf;
    case "cnpj":
      return words.sensitiveCnpj;
    case "card":
      return words.sensitiveCard;
    case "email":
      return words.sensitiveEmail;
    case "phone":
      return words.sensitivePhone;
    default:
      return kind satisfies never;
  }
}

/** "2 × CPF and 1 × e-mail address": what waits for a decision. */
export function kindCounts(
  values: readonly SensitiveValue[],
  words: Words,
  locale: string,
): string {
  const counts = new Map<string, number>();
  for (const { kind, certainty, decision } of values) {
    if (certainty === "certain" && decision === undefined) {
      const name = kindName(kind, words);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const numbers = new Intl.NumberFormat(locale);
  return new Intl.ListFormat(locale).format(
    [...counts].map(([name, count]) => `${numbers.format(count)}\u00a0× ${inSentence(name)}`),
  );
}

/** "E-mail" within a sentence is "e-mail"; "CPF" stays as it is. */
function inSentence(name: string): string {
  return name.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

export function placeName({ place }: SensitiveValue, words: Words): string {
  switch (place.where) {
    case "draft":
      return words.sensitiveInDraft;
    case "message":
      return words.sensitiveInMessage;
    case "attachment":
      return place.line === undefined
        ? words.sensitiveInFileName(place.name)
        : words.sensitiveInFile(place.name, String(place.line));
    case "tool":
      return words.sensitiveInTool(place.name);
    default:
      return place satisfies never;
  }
}

import type { SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { WordsLocale } from "../../shared/failures/failureText.ts";
import { doubts } from "../../shared/guarded/doubts.ts";
import type { SensitiveValue } from "../../shared/guarded/protection.ts";
import { kindInSentence } from "../../shared/guarded/sensitiveKinds.ts";
import { countsText } from "../../shared/text/countsText.ts";
import type { Words } from "../words/en/en.ts";

export function kindCounts(values: readonly SensitiveValue[], locale: WordsLocale): string {
  const counts = new Map<string, number>();
  for (const { kind, secret } of values) {
    const name = kindInSentence(kind, locale, secret);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return countsText(counts, locale);
}

/** Where the hub sends the message because of its values; empty if nowhere else. */
export function routeText(
  { route }: Pick<SensitiveReport, "route">,
  words: Words,
  nameOf: (model: string) => string,
): string {
  if (!route) {
    return "";
  }
  if (route.model === undefined) {
    return words.sensitiveNoRoute;
  }
  const name = nameOf(route.model);
  return route.mayMask ? words.sensitiveRoute(name) : words.sensitiveKeptRoute(name);
}

export function doubtName(
  { doubt }: SensitiveValue,
  words: Words,
  locale: WordsLocale,
): string | undefined {
  if (doubt === undefined) {
    return undefined;
  }
  const reason = doubts[doubt][locale];
  return doubt === "trial" ? reason : words.sensitiveMaybe(reason);
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

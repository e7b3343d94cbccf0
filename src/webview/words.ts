import type { WordsLocale } from "../shared/failureWords.ts";
import { en } from "./messages/en.ts";
import { ptBr } from "./messages/ptBr.ts";

/** Every text of the page; a table without one of them does not compile. */
export type Words = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : (typeof en)[K];
};

export const wordsOf: Readonly<Record<WordsLocale, Words>> = { en, "pt-br": ptBr };

/** The language that the host wrote into the document. */
export function localeOf(body: HTMLElement): WordsLocale {
  return body.dataset["locale"] === "pt-br" ? "pt-br" : "en";
}

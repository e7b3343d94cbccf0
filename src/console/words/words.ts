import type { Locale } from "../data/preferences.ts";
import { en } from "./en.ts";

/** Every text of the page; a language table that lacks one does not compile. */
export type Words = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : (typeof en)[K];
};

/** Only English is part of the first bundle. */
export async function loadWords(locale: Locale): Promise<Words> {
  return locale === "pt-BR" ? (await import("./ptBr.ts")).ptBr : en;
}

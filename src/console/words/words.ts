import type { Locale } from "../data/preferences.ts";
import { en, type Words } from "./en.ts";

/** Only English is part of the first bundle. */
export async function loadWords(locale: Locale): Promise<Words> {
  return locale === "pt-BR" ? (await import("./ptBr.ts")).ptBr : en;
}

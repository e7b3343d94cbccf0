import type { WordsLocale } from "../../shared/failureText.ts";
import { en, type Words } from "./en.ts";

/** The texts of the page in one language; those about failures are `FailureSentences`, loaded when one is shown. */
export interface Language {
  readonly locale: WordsLocale;
  readonly words: Words;
}

/**
 * Loads the language that the host wrote into the document. Only English is in the first bundle.
 */
export async function loadLanguage(body: HTMLElement): Promise<Language> {
  if (body.dataset["locale"] === "pt-br") {
    const { ptBr } = await import("./ptBr.ts");
    return { locale: "pt-br", words: ptBr };
  }
  return { locale: "en", words: en };
}

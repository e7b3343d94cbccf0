import type { WordsLocale } from "../../shared/failureText.ts";
import type { Words } from "./en.ts";
import { firstEn, type FirstWords } from "./firstEn.ts";
import { LateWords } from "./lateWords.ts";

/** The texts of the page in one language; those about failures are `FailureSentences`, loaded when one is shown. */
export interface Language {
  readonly locale: WordsLocale;
  /** The texts of what is drawn first. */
  readonly words: FirstWords;
  readonly lateWords: LateWords;
}

/**
 * Loads the language that the host wrote into the document: its first texts, then, beside the page, all others. Only the first
 * texts in English are in the first bundle.
 */
export async function loadLanguage(body: HTMLElement): Promise<Language> {
  if (body.dataset["locale"] === "pt-br") {
    const lateWords = new LateWords(async (): Promise<Words> => (await import("./ptBr.ts")).ptBr);
    const { firstPtBr } = await import("./firstPtBr.ts");
    return { locale: "pt-br", words: firstPtBr, lateWords };
  }
  const lateWords = new LateWords(async (): Promise<Words> => (await import("./en.ts")).en);
  return { locale: "en", words: firstEn, lateWords };
}

import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { Words } from "./en/en.ts";
import { firstEn, type FirstWords } from "./en/firstEn.ts";
import { LateWords } from "./lateWords.ts";

export interface Language {
  readonly locale: WordsLocale;
  readonly words: FirstWords;
  readonly lateWords: LateWords;
}

/** Loads the page's language; the first bundle has only the English first texts. */
export async function loadLanguage(body: HTMLElement): Promise<Language> {
  if (body.dataset["locale"] === "pt-br") {
    const lateWords = new LateWords(
      async (): Promise<Words> => (await import("./ptBr/ptBr.ts")).ptBr,
    );
    const { firstPtBr } = await import("./ptBr/firstPtBr.ts");
    return { locale: "pt-br", words: firstPtBr, lateWords };
  }
  const lateWords = new LateWords(async (): Promise<Words> => (await import("./en/en.ts")).en);
  return { locale: "en", words: firstEn, lateWords };
}

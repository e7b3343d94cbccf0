import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { Words } from "./en.ts";
import { firstEn, type FirstWords } from "./firstEn.ts";
import { LateWords } from "./lateWords.ts";

export interface Language {
  readonly locale: WordsLocale;
  readonly words: FirstWords;
  readonly lateWords: LateWords;
}

/** The first bundle has only the English first texts. */
export async function loadLanguage(body: HTMLElement): Promise<Language> {
  if (body.dataset["locale"] === "pt-br") {
    const lateWords = new LateWords(async (): Promise<Words> => (await import("./ptBr.ts")).ptBr);
    const { firstPtBr } = await import("./firstPtBr.ts");
    return { locale: "pt-br", words: firstPtBr, lateWords };
  }
  const lateWords = new LateWords(async (): Promise<Words> => (await import("./en.ts")).en);
  return { locale: "en", words: firstEn, lateWords };
}

import type { Failure } from "../../shared/failure.ts";
import { failureText, type FailureText, type WordsLocale } from "../../shared/failureText.ts";
import type { FailureVocabulary } from "../../shared/failureText.ts";
import { failureWordsEn } from "../../shared/failureWordsEn.ts";
import { en, type Words } from "./en.ts";

/** All texts of the page in one language. */
export interface Language {
  readonly locale: WordsLocale;
  readonly words: Words;
  readonly describeFailure: (failure: Failure) => FailureText;
}

/**
 * Loads the language that the host wrote into the document. Only English is in the first bundle.
 */
export async function loadLanguage(body: HTMLElement): Promise<Language> {
  if (body.dataset["locale"] === "pt-br") {
    const { ptBr, failureWordsPtBr } = await import("./ptBr.ts");
    return language("pt-br", ptBr, failureWordsPtBr);
  }
  return language("en", en, failureWordsEn);
}

function language(locale: WordsLocale, words: Words, vocabulary: FailureVocabulary): Language {
  return {
    locale,
    words,
    describeFailure: (failure) => failureText(failure, locale, vocabulary),
  };
}

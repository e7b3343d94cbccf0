import type { Failure } from "./failure.ts";
import {
  failureText,
  type FailureText,
  type FailureVocabulary,
  findingsText,
  type WordsLocale,
} from "./failureText.ts";
import { failureWordsEn } from "./failureWordsEn.ts";
import { failureWordsPtBr } from "./failureWordsPtBr.ts";

export type { WordsLocale } from "./failureText.ts";

const vocabularies: Readonly<Record<WordsLocale, FailureVocabulary>> = {
  en: failureWordsEn,
  "pt-br": failureWordsPtBr,
};

export function describeFailure(failure: Failure, locale: WordsLocale): FailureText {
  return failureText(failure, locale, vocabularies[locale]);
}

export function describeFindings(kinds: readonly string[], locale: WordsLocale): string {
  const findings = kinds.map((type) => ({ type, count: 1 }));
  return findingsText(findings, locale, vocabularies[locale]) ?? "";
}

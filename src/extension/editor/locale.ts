import * as vscode from "vscode";

import type { WordsLocale } from "../../shared/failureWords.ts";

/** The language of words that are not in `vscode.l10n`. */
export function wordsLocale(): WordsLocale {
  return vscode.env.language.toLowerCase().startsWith("pt") ? "pt-br" : "en";
}

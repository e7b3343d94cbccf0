import * as vscode from "vscode";

import type { WordsLocale } from "../../shared/failures/failureWords.ts";

/** The language of our own word tables, which `vscode.l10n` does not translate. */
export function wordsLocale(): WordsLocale {
  return vscode.env.language.toLowerCase().startsWith("pt") ? "pt-br" : "en";
}

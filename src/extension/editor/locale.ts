import * as vscode from "vscode";

import type { WordsLocale } from "../../shared/failures/failureWords.ts";

export function wordsLocale(): WordsLocale {
  return vscode.env.language.toLowerCase().startsWith("pt") ? "pt-br" : "en";
}

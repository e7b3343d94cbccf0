import type { LineHighlighter } from "./lineTokens.ts";

export function languageName(language: string): string {
  return language;
}
export function loadLanguage(_language: string): "loaded" | Promise<void> | undefined {
  return undefined;
}
export function createHighlighter(_language: string): LineHighlighter | undefined {
  return undefined;
}

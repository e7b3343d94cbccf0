import type { WordsLocale } from "../../shared/failures/failureText.ts";
import { pagePart } from "../page/pagePart.ts";
import type { Words } from "../words/en/en.ts";
import type { UsageState } from "./usageState.ts";
import type { UsageWords } from "./usageWords.ts";

/** `language` has the words shared with the chat. */
export interface UsagePage {
  readonly state: UsageState;
  readonly words: UsageWords;
  readonly language: { readonly locale: WordsLocale; readonly words: Words };
}

export const { Provider: UsageProvider, usePart: useUsage } = pagePart<UsagePage>("usage");

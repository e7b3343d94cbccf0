import { pagePart } from "../page/pagePart.ts";
import type { Language } from "../words/words.ts";
import type { UsageState } from "./usageState.ts";
import type { UsageWords } from "./usageWords.ts";

/** What every part of the usage page draws from; `language` has the words that it shares with the chat. */
export interface UsagePage {
  readonly state: UsageState;
  readonly words: UsageWords;
  readonly language: Language;
}

export const { Provider: UsageProvider, usePart: useUsage } = pagePart<UsagePage>("usage");

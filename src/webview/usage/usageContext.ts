import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Language } from "../words/words.ts";
import type { UsageState } from "./usageState.ts";
import type { UsageWords } from "./usageWords.ts";

/** What every part of the usage page draws from; `language` has the words that it shares with the chat. */
export interface UsagePage {
  readonly state: UsageState;
  readonly words: UsageWords;
  readonly language: Language;
}

const UsageContext = createContext<UsagePage | undefined>(undefined);

export const UsageProvider = UsageContext.Provider;

export function useUsage(): UsagePage {
  const page = useContext(UsageContext);
  if (!page) {
    throw new Error("A component of the usage page was drawn outside of it");
  }
  return page;
}

import type { Words } from "../words/en.ts";
import { usePage } from "./page.ts";

/** Every text of the page, for components that `lazyPart` draws: it loads the texts with them. */
export function useWords(): Words {
  const words = usePage().lateWords.loaded;
  if (!words) {
    throw new Error("A component that uses late texts was drawn before they were loaded");
  }
  return words;
}

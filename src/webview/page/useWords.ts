import type { Words } from "../words/en/en.ts";
import { usePage } from "./page.ts";

/** For components of `lazyPart`, which loads the texts. */
export function useWords(): Words {
  const words = usePage().lateWords.loaded;
  if (!words) {
    throw new Error("A component that uses late texts was drawn before they were loaded");
  }
  return words;
}

import type { Words } from "../words/en/en.ts";
import { usePage } from "./page.ts";

/** The texts, for components of `lazyPart`, which loads them. */
export function useWords(): Words {
  const words = usePage().lateWords.loaded;
  if (!words) {
    throw new Error("A component that uses late texts was drawn before they were loaded");
  }
  return words;
}

import type { Failure } from "../../shared/failure.ts";
import type { FailureText } from "../../shared/failureText.ts";
import { describeFailure } from "../../shared/failureWords.ts";
import { usePage } from "./page.ts";

/** In the page's language. Loaded late, because the words are large. */
export function useFailureTexts(): (failure: Failure) => FailureText {
  const { locale } = usePage();
  return (failure) => describeFailure(failure, locale);
}

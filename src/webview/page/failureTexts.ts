import type { Failure } from "../../shared/failure.ts";
import type { FailureText } from "../../shared/failureText.ts";
import { describeFailure } from "../../shared/failureWords.ts";
import { usePage } from "./page.ts";

/** The texts about failures in the page's language. What uses it is loaded late: the words are large. */
export function useFailureTexts(): (failure: Failure) => FailureText {
  const { locale } = usePage();
  return (failure) => describeFailure(failure, locale);
}

import type { Failure } from "../../shared/failures/failure.ts";
import type { FailureText } from "../../shared/failures/failureText.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { usePage } from "./page.ts";

/** The texts of a failure; they are loaded late, because they are large. */
export function useFailureTexts(): (failure: Failure) => FailureText {
  const { locale } = usePage();
  return (failure) => describeFailure(failure, locale);
}

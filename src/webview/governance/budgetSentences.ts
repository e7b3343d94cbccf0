import type { FailureText, WordsLocale } from "../../shared/failures/failureText.ts";
import { dateText } from "../../shared/hubApi/amountText.ts";
import { remainingOf } from "../../shared/hubApi/budgets.ts";
import type { Words } from "../words/en/en.ts";
import type { Stopped } from "./budgetStop.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";

/** Undefined if the hub does not report the budget. */
export function budgetSentences(
  { layer, failure }: Stopped,
  { words, locale }: { readonly words: Words; readonly locale: WordsLocale },
): FailureText | undefined {
  if (!layer) {
    return undefined;
  }
  const renewsAt = failure.retryAt ?? layer.renewsAt;
  const name = budgetVocabulary({ words, locale }).names[layer.kind];
  const isLeft = Number(remainingOf(layer) ?? 0) > 0;
  return {
    headline: isLeft ? words.budgetTooSmall(name) : words.budgetStopped(name),
    nextStep:
      renewsAt === undefined
        ? words.budgetStoppedNext
        : words.budgetStoppedRenews(dateText(renewsAt, locale)),
  };
}

import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { BudgetVocabulary } from "../../shared/hubApi/budgetText.ts";
import type { Words } from "../words/en/en.ts";

export function budgetVocabulary({
  words,
  locale,
}: {
  readonly words: Words;
  readonly locale: WordsLocale;
}): BudgetVocabulary {
  return {
    locale,
    names: {
      token: words.budgetToken,
      user: words.budgetUser,
      profile: words.budgetProfile,
      sector: words.budgetSector,
      other: words.budgetOther,
    },
    left: words.budgetLeft,
    used: words.budgetUsed,
    usedOf: words.budgetOf,
    renews: words.budgetRenews,
    notReported: words.notReported,
  };
}

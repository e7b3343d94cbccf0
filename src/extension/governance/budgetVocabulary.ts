import * as vscode from "vscode";

import type { BudgetVocabulary } from "../../shared/hubApi/budgetText.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

export function budgetVocabulary(): BudgetVocabulary {
  return {
    locale: wordsLocale(),
    names: {
      token: l10n.t("Token budget"),
      user: l10n.t("Your budget"),
      profile: l10n.t("Profile budget"),
      sector: l10n.t("Sector budget"),
      other: l10n.t("Budget"),
    },
    left: (amount) => l10n.t("{0} left", amount),
    used: (amount) => l10n.t("{0} used", amount),
    usedOf: (amount, limit) => l10n.t("{0} of {1}", amount, limit),
    renews: (date) => l10n.t("renews {0}", date),
    notReported: l10n.t("not reported"),
  };
}

import * as vscode from "vscode";

import { budgetAmount } from "../../shared/amountText.ts";
import { remainingOf, usedShare } from "../../shared/budgets.ts";
import type { BudgetLayer } from "../../shared/usageReport.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

/** The budget's kind, and its name from the hub if there is one. */
export function budgetName({ kind, name }: BudgetLayer): string {
  const names: Readonly<Record<BudgetLayer["kind"], string>> = {
    token: l10n.t("Token budget"),
    user: l10n.t("Your budget"),
    profile: l10n.t("Profile budget"),
    sector: l10n.t("Sector budget"),
    other: l10n.t("Budget"),
  };
  return name === undefined ? names[kind] : `${names[kind]} (${name})`;
}

/** The rest of a budget, or the used share if only that is known; undefined if neither is. */
export function budgetLeft(layer: BudgetLayer): string | undefined {
  const remaining = remainingOf(layer);
  if (remaining !== undefined) {
    return l10n.t("{0} left", budgetAmount(remaining, layer, wordsLocale()));
  }
  const share = usedShare(layer);
  return share === undefined ? undefined : l10n.t("{0} used", percent(share));
}

/** One line with every reported value of a budget. */
export function budgetLine(layer: BudgetLayer): string {
  const { renewsAt } = layer;
  const locale = wordsLocale();
  const share = usedShare(layer);
  const parts = [
    budgetLeft(layer),
    usedText(layer),
    share === undefined ? undefined : percent(share),
    renewsAt === undefined
      ? undefined
      : l10n.t(
          "renews {0}",
          new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(renewsAt),
        ),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? l10n.t("not reported") : parts.join(" · ");
}

function usedText(layer: BudgetLayer): string | undefined {
  const { used, limit } = layer;
  if (used === undefined) {
    return undefined;
  }
  const amount = budgetAmount(used, layer, wordsLocale());
  return limit === undefined
    ? l10n.t("{0} used", amount)
    : l10n.t("{0} of {1}", amount, budgetAmount(limit, layer, wordsLocale()));
}

export function percent(share: number): string {
  return new Intl.NumberFormat(wordsLocale(), {
    style: "percent",
    maximumFractionDigits: 0,
  }).format(share);
}

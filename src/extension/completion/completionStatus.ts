import * as vscode from "vscode";

import type { Spent } from "../../completion/usage/spent.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import { moneyText } from "../../shared/text/moneyText.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

export interface StatusFacts {
  readonly model: string;
  readonly currency: string | undefined;
  readonly spent: Spent | undefined;
  readonly why: string | undefined;
  readonly isPaused: boolean;
}

export class CompletionStatus implements Disposable {
  readonly #item: vscode.LanguageStatusItem;
  #isDisposed = false;

  constructor() {
    this.#item = vscode.languages.createLanguageStatusItem("aiHub.completion", { pattern: "**" });
    this.#item.name = l10n.t("Completion of AI Hub");
    this.#item.command = { command: "aiHub.completionMenu", title: l10n.t("More…") };
  }

  /** Does nothing after disposal: the editor would show the old entry beside its successor's. */
  show({ model, currency, spent, why, isPaused }: StatusFacts): void {
    if (this.#isDisposed) {
      return;
    }
    const name = model === "" ? l10n.t("no model") : model;
    const state = isPaused ? l10n.t("paused") : why;
    this.#item.text =
      state === undefined
        ? l10n.t("Completion: {0}", name)
        : l10n.t("Completion: {0} ({1})", name, state);
    // A state and the sums do not fit beside the command; the menu shows the sums too.
    const isUsed = spent !== undefined && spent.requests > 0;
    const used = isUsed ? spentText(spent, currency) : l10n.t("Suggests as you type, Tab accepts");
    this.#item.detail = state === undefined ? used : "";
    this.#item.severity = vscode.LanguageStatusSeverity.Information;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#item.dispose();
  }
}

export function spentText({ requests, tokens, cost }: Spent, currency: string | undefined): string {
  const locale = wordsLocale();
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const sums = l10n.t(
    "Requests today: {0}, tokens: {1}",
    count.format(requests),
    count.format(tokens),
  );
  return cost > 0 ? `${sums}, ${moneyText(String(cost), currency, locale)}` : sums;
}

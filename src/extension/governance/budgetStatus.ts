import * as vscode from "vscode";

import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { budgetLevel, type BudgetLevel, tightestBudget } from "../../shared/hubApi/budgets.ts";
import { budgetLeft, budgetLine, type BudgetVocabulary } from "../../shared/hubApi/budgetText.ts";
import type { BudgetLayer, UsageReport } from "../../shared/hubApi/usageReport.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";

const { l10n } = vscode;

export class BudgetStatus implements Disposable {
  readonly #disposables = new DisposableStore();
  #item: vscode.StatusBarItem | undefined;

  show(report: UsageReport | undefined): void {
    const tightest = tightestBudget(report?.budgets ?? []);
    const words = budgetVocabulary();
    const left = tightest && budgetLeft(tightest, words);
    if (!report || !tightest || left === undefined) {
      this.#item?.hide();
      return;
    }
    this.#item ??= this.#create();
    this.#item.text = `$(graph) ${left}`;
    this.#item.tooltip = tooltipOf(report);
    this.#item.accessibilityInformation = {
      label: l10n.t("AI Hub: {0}, {1}", titleOf(tightest, words), left),
    };
    this.#item.backgroundColor = backgroundOf(budgetLevel(tightest));
    this.#item.show();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #create(): vscode.StatusBarItem {
    const item = this.#disposables.add(
      vscode.window.createStatusBarItem("aiHub.budget", vscode.StatusBarAlignment.Right, 90),
    );
    item.name = l10n.t("AI Hub budget");
    item.command = "aiHub.showUsage";
    return item;
  }
}

/** The tooltip's text. The hub's names are added as plain text, and the tooltip may not run commands. */
function tooltipOf({ budgets, fetchedAt }: UsageReport): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString("**AI Hub**\n\n");
  const words = budgetVocabulary();
  for (const layer of budgets) {
    tooltip
      .appendText(`${titleOf(layer, words)}: ${budgetLine(layer, words)}`)
      .appendMarkdown("\n\n");
  }
  const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "short" });
  return tooltip.appendText(l10n.t("As of {0}. Click to see your usage.", time.format(fetchedAt)));
}

function titleOf({ kind, name }: BudgetLayer, { names }: BudgetVocabulary): string {
  return name === undefined ? names[kind] : `${names[kind]} (${name})`;
}

function backgroundOf(level: BudgetLevel): vscode.ThemeColor | undefined {
  switch (level) {
    case "low":
      return new vscode.ThemeColor("statusBarItem.warningBackground");
    case "critical":
    case "exhausted":
      return new vscode.ThemeColor("statusBarItem.errorBackground");
    case "plenty":
      return undefined;
    default:
      return level satisfies never;
  }
}

import * as vscode from "vscode";
import * as z from "zod/mini";

import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import { dateText, percentText } from "../../shared/hubApi/amountText.ts";
import { budgetLeft } from "../../shared/hubApi/budgetText.ts";
import { dueNotices, type ThresholdNotice, type ToldThresholds } from "./budgetNotices.ts";
import { BudgetStatus } from "./budgetStatus.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";
import type { UsageTracker } from "./usageTracker.ts";

const { l10n } = vscode;

const toldKey = "aiHub.budgetsTold";
const toldSchema = z.record(z.string(), z.number());

export interface BudgetWatchDeps {
  readonly tracker: UsageTracker;
  readonly memory: vscode.Memento;
  readonly hub: () => string;
}

export class BudgetWatch implements Disposable {
  readonly #deps: BudgetWatchDeps;
  readonly #disposables = new DisposableStore();
  readonly #status = this.#disposables.add(new BudgetStatus());

  constructor(deps: BudgetWatchDeps) {
    this.#deps = deps;
    this.#disposables.add(deps.tracker.onDidChange(() => this.#follow()));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #follow(): void {
    const { tracker, memory, hub } = this.#deps;
    const { report } = tracker;
    this.#status.show(report);
    const told: ToldThresholds = toldSchema.safeParse(memory.get(toldKey)).data ?? {};
    const due = dueNotices(report?.budgets ?? [], hub(), told);
    if (due.notices.length > 0) {
      void memory.update(toldKey, due.told);
    }
    for (const notice of due.notices) {
      void tell(notice);
    }
  }
}

async function tell({ layer, threshold }: ThresholdNotice): Promise<void> {
  const show = l10n.t("Show usage");
  const { renewsAt } = layer;
  // Only our own words and numbers: a name from the hub could become a link.
  const words = budgetVocabulary();
  const used = percentText(threshold, words.locale);
  const passed = l10n.t("{0}: more than {1} is used.", words.names[layer.kind], used);
  const left = budgetLeft(layer, words);
  const renewal =
    renewsAt === undefined
      ? undefined
      : l10n.t("It renews on {0}.", dateText(renewsAt, words.locale, "long"));
  const text = [passed, left === undefined ? undefined : `${left}.`, renewal]
    .filter((part) => part !== undefined)
    .join(" ");
  const answer = await (threshold >= 0.95
    ? vscode.window.showWarningMessage(text, show)
    : vscode.window.showInformationMessage(text, show));
  if (answer === show) {
    await vscode.commands.executeCommand("aiHub.showUsage");
  }
}

import * as vscode from "vscode";

import { budgetLeft } from "../../shared/hubApi/budgetText.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import type { BudgetLayer } from "../../shared/hubApi/usageReport.ts";
import { moneyText } from "../../shared/text/moneyText.ts";
import { signalOf } from "../editor/cancellation.ts";
import { wordsLocale } from "../editor/locale.ts";
import { isLocked, refusesChange } from "../editor/ownSettings.ts";
import { settings } from "../editor/settings.ts";
import { budgetVocabulary } from "../governance/budgetVocabulary.ts";
import type { CodeIndexState } from "./codeSearch.ts";
import { leftOutLine, semanticLine } from "./indexStatus.ts";
import type { SemanticEstimate, SemanticOutcome } from "./semanticBuild.ts";
import type { SemanticStage } from "./semanticStage.ts";

const { l10n } = vscode;

export interface SemanticCommandDeps {
  readonly stage: SemanticStage;
  readonly models: () => Promise<readonly HubModel[]>;
  readonly indexState: () => CodeIndexState;
}

/** Shows what would be sent and its cost, and sends it if the person agrees. */
export async function buildSemanticIndex(deps: SemanticCommandDeps): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    tell(l10n.t("The semantic index sends code to the hub. Trust this workspace first."));
    return;
  }
  const fixed = isLocked("index.embeddings") ? settings.indexEmbeddings() : undefined;
  const model =
    fixed === "" && refusesChange("index.embeddings") ? undefined : await chooseModel(deps, fixed);
  if (!model) {
    return;
  }
  const looked = await look(deps, model.id);
  if (!looked) {
    return;
  }
  const { estimate, budget } = looked;
  if (estimate.chunks === 0) {
    await use(deps, model, 0);
    return;
  }
  const build = l10n.t("Build");
  const detail = estimateText(model, estimate, { budget, state: deps.indexState() });
  const question = l10n.t("Send the code of this workspace to the hub for a semantic index?");
  const options = { modal: true, detail };
  if ((await vscode.window.showInformationMessage(question, options, build)) === build) {
    await use(deps, model, estimate.chunks);
  }
}

async function use(deps: SemanticCommandDeps, model: HubModel, chunks: number): Promise<void> {
  if (!isLocked("index.embeddings")) {
    await settings.setIndexEmbeddings(model.id);
  }
  await send(deps, model, chunks);
}

export async function deleteSemanticIndex({ stage }: SemanticCommandDeps): Promise<void> {
  await stage.forget();
  tell(l10n.t("The semantic index is deleted. Searches use words only."));
}

async function chooseModel(
  { models }: SemanticCommandDeps,
  fixed: string | undefined,
): Promise<HubModel | undefined> {
  const usable = (await models()).filter(
    ({ id, type, locked }) =>
      type === "embedding" && locked === undefined && (fixed === undefined || id === fixed),
  );
  if (usable.length === 0) {
    tell(l10n.t("The hub offers no model for embeddings. The search by words needs none."));
    return undefined;
  }
  const rows = usable.map((model) => ({ label: model.name, description: model.id, model }));
  const title = l10n.t("The model for the semantic index");
  return rows.length === 1
    ? rows[0]?.model
    : (await vscode.window.showQuickPick(rows, { title }))?.model;
}

async function look(
  { stage }: SemanticCommandDeps,
  model: string,
): Promise<
  { readonly estimate: SemanticEstimate; readonly budget: BudgetLayer | undefined } | undefined
> {
  const title = l10n.t("Looking at what would be sent for the semantic index");
  const place = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(place, async (_, token) => {
    const signal = signalOf(token);
    try {
      const estimate = await stage.estimate(model, signal);
      if (!estimate) {
        tell(l10n.t("There is no code index."));
        return undefined;
      }
      return { estimate, budget: await stage.budget(signal) };
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  });
}

function estimateText(
  { id, pricing }: Pick<HubModel, "id" | "pricing">,
  { chunks, tokens, skipped }: SemanticEstimate,
  { budget, state }: { readonly budget: BudgetLayer | undefined; readonly state: CodeIndexState },
): string {
  const locale = wordsLocale();
  const count = (value: number): string => new Intl.NumberFormat(locale).format(value);
  const each = Number(pricing?.input ?? Number.NaN);
  const price = moneyText(String(each * tokens), pricing?.currency, locale);
  const left = budget && budgetLeft(budget, budgetVocabulary());
  const lines = [
    l10n.t("Model: {0}", id),
    l10n.t("To send: {0} pieces of code, about {1} tokens", count(chunks), count(tokens)),
    price === ""
      ? l10n.t("Price: the hub lists none for this model")
      : l10n.t("Price: about {0} by the model's list price", price),
    left === undefined
      ? l10n.t("Budget: the hub reports none")
      : l10n.t("Tightest budget: {0}. It stops when 80 % are used.", left),
    ...(skipped > 0
      ? [l10n.t("Not sent: {0} pieces in which sensitive data was found", count(skipped))]
      : []),
    leftOutLine(state),
    l10n.t("Later changes are sent by themselves, up to 4,000 pieces a day."),
  ];
  return lines.filter((line) => line !== "").join("\n");
}

async function send(
  { stage }: SemanticCommandDeps,
  { id }: HubModel,
  chunks: number,
): Promise<void> {
  const title = l10n.t("Building the semantic index");
  const place = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(place, async (progress, token) => {
    const signal = signalOf(token);
    let sent = 0;
    try {
      const outcome = await stage.build(id, {
        signal,
        onSent: (count) => {
          sent += count;
          const increment = (count / Math.max(1, chunks)) * 100;
          progress.report({ increment, message: l10n.t("{0} of {1}", sent, chunks) });
        },
      });
      tell(outcomeText(outcome));
    } catch {
      tell(
        signal.aborted
          ? l10n.t("Stopped. The finished part is stored; build again to continue.")
          : semanticLine("failed"),
      );
    }
  });
}

function outcomeText(outcome: SemanticOutcome | undefined): string {
  return outcome === undefined
    ? l10n.t("There is no code index.")
    : semanticLine(outcome === "budget" ? "waiting" : outcome === "cap" ? "capped" : "ready");
}

function tell(text: string): void {
  void vscode.window.showInformationMessage(text);
}

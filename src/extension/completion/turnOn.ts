import * as vscode from "vscode";

import { isOnAtAll } from "../../completion/enabled.ts";
import { costOf, usualRequest } from "../../completion/usage/spent.ts";
import { isRecord } from "../../shared/base/json.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { moneyText } from "../../shared/text/moneyText.ts";
import { completionSettings } from "../editor/completionSettings.ts";
import { wordsLocale } from "../editor/locale.ts";
import { isLocked, refusesChange } from "../editor/ownSettings.ts";
import type { CompletionDeps } from "./completionAccess.ts";

const { l10n } = vscode;

const askedOfCopilot = "aiHub.completion.askedOfCopilot";

interface ModelPick extends vscode.QuickPickItem {
  readonly id?: string;
}

export async function turnOnCompletion(
  { models, memory }: CompletionDeps,
  pause: () => Promise<void>,
): Promise<void> {
  const isOn = isOnAtAll(completionSettings.enabled());
  if (refusesChange(isOn ? "completion.model" : "completion.enabled")) {
    return;
  }
  const { models: all, failure } = await models.list({ refresh: true });
  const fixed = isLocked("completion.model") ? completionSettings.values().model : undefined;
  const items = picksOf(all.filter(({ id }) => fixed === undefined || id === fixed));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(
      failure
        ? l10n.t("The hub does not answer. Check the connection first.")
        : l10n.t("The hub lists no model that completes code."),
    );
    return;
  }
  const picked = await vscode.window.showQuickPick<ModelPick>(items, {
    title: l10n.t("Turn on completion: which model?"),
    placeHolder: l10n.t(
      "Completion asks the hub while you type; each request counts on your budget.",
    ),
    matchOnDescription: true,
  });
  if (picked?.id === undefined || !(await isOursWanted(memory))) {
    return;
  }
  if (fixed === undefined) {
    await completionSettings.setModel(picked.id);
  }
  if (!isLocked("completion.enabled")) {
    await completionSettings.setEnabled({ ...completionSettings.enabled(), "*": true });
  }
  // Not awaited: a message can stay for hours.
  void tellOn(picked.label, pause).catch(() => undefined);
}

async function tellOn(model: string, pause: () => Promise<void>): Promise<void> {
  const answer = await vscode.window.showInformationMessage(
    l10n.t(
      "Completion is on, with {0}. Suggestions appear while you type; Tab accepts one. The braces in the status bar show its state.",
      model,
    ),
    l10n.t("Pause"),
  );
  if (answer !== undefined) {
    await pause();
  }
}

/**
 * The models to choose from: fill-in-the-middle models first, no reasoning models. Headings, because a narrow list
 * cuts the end of a row.
 */
function picksOf(models: readonly HubModel[]): readonly ModelPick[] {
  const usable = models.filter((model) => !model.locked && isFitting(model));
  const fim = usable.filter(({ completions }) => completions === "fim");
  const chat = usable.filter(({ completions }) => completions !== "fim");
  return [
    ...picksUnder(l10n.t("fill in the middle"), fim),
    ...picksUnder(l10n.t("chat models: slower and dearer"), chat),
  ];
}

function picksUnder(heading: string, models: readonly HubModel[]): readonly ModelPick[] {
  const separator = { label: heading, kind: vscode.QuickPickItemKind.Separator };
  return models.length === 0 ? [] : [separator, ...models.map(pickOf)];
}

function isFitting({ completions, type, capabilities }: HubModel): boolean {
  const isChat = type === undefined || type === "chat";
  return completions === "fim" || (isChat && capabilities.reasoning !== true);
}

function pickOf({ id, name, pricing }: HubModel): ModelPick {
  const cost = costOf(usualRequest, pricing) * 1_000;
  const price =
    pricing?.input === undefined
      ? l10n.t("price not reported")
      : l10n.t(
          "about {0} for 1,000 requests",
          moneyText(String(cost), pricing.currency, wordsLocale()),
        );
  return { id, label: name, description: id, detail: price };
}

/** Asks once, if Copilot is installed and on, because two completion extensions replace each other's text. */
async function isOursWanted(memory: vscode.Memento): Promise<boolean> {
  if (memory.get(askedOfCopilot) === true || !(await isCopilotOn())) {
    return true;
  }
  const [ours, other] = [l10n.t("AI Hub"), l10n.t("GitHub Copilot")];
  const answer = await vscode.window.showInformationMessage(
    l10n.t(
      "GitHub Copilot completes, too, and two at once replace each other's text. Which extension should stay on?",
    ),
    { modal: true },
    ours,
    other,
  );
  if (answer === undefined) {
    return false;
  }
  await memory.update(askedOfCopilot, true);
  if (answer === ours) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "github.copilot.enable");
  }
  return answer === ours;
}

async function isCopilotOn(): Promise<boolean> {
  const enabled: unknown = vscode.workspace.getConfiguration("github.copilot").get("enable");
  if (isRecord(enabled) && enabled["*"] === false) {
    return false;
  }
  if (isActive("GitHub.copilot")) {
    return true;
  }
  if (!isActive("GitHub.copilot-chat")) {
    return false;
  }
  // Newer editors include Copilot, which runs without an account but then offers nothing.
  const count = vscode.authentication.getAccounts("github").then(
    (accounts) => accounts.length,
    () => 0,
  );
  return (await count) > 0;
}

function isActive(id: string): boolean {
  return vscode.extensions.getExtension(id)?.isActive === true;
}

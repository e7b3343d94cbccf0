import * as vscode from "vscode";

import { plainText } from "../../editor/plainText.ts";
import type { InlineOutcome } from "./inlineSession.ts";

const { l10n } = vscode;

const maxWords = 300;

export async function askHow(): Promise<"again" | "further" | undefined> {
  const again = { label: l10n.t("Try again"), detail: l10n.t("From the earlier lines") };
  const further = {
    label: l10n.t("Change further"),
    detail: l10n.t("Keeps the new lines and edits them"),
  };
  const choice = await vscode.window.showQuickPick([again, further]);
  return choice && (choice === again ? "again" : "further");
}

export async function tellOutcome(outcome: InlineOutcome): Promise<void> {
  if (outcome.kind === "words") {
    const { words } = outcome;
    const show = l10n.t("Show answer");
    const text = words.length > maxWords ? `${words.slice(0, maxWords)}…` : words;
    const chosen = await vscode.window.showWarningMessage(
      plainText(l10n.t("The model answered in words. Nothing was changed. {0}", text)),
      show,
    );
    if (chosen === show) {
      const document = { content: words, language: "markdown" };
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(document));
    }
  } else if (outcome.kind === "nothing") {
    void vscode.window.showWarningMessage(
      l10n.t("The model answered with no text. Nothing was changed."),
    );
  } else if (outcome.kind === "same") {
    void vscode.window.showInformationMessage(
      l10n.t("The model answered with the same lines. Nothing was changed."),
    );
  }
}

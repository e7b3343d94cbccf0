import * as vscode from "vscode";

import { completionSettings } from "../editor/completionSettings.ts";
import { isLocked } from "../editor/ownSettings.ts";

const { l10n } = vscode;

export interface MenuFacts {
  readonly isPaused: boolean;
  readonly language: string | undefined;
  readonly canMask: boolean;
  readonly spent: string | undefined;
  readonly pause: (isPaused: boolean) => void;
  readonly mask: () => void;
}

export async function showCompletionMenu(facts: MenuFacts): Promise<void> {
  const { isPaused, language, canMask, spent, pause, mask } = facts;
  const owner = (name: string) =>
    isLocked(name) ? { description: l10n.t("Set by your organisation") } : {};
  const items: (vscode.QuickPickItem & { readonly run: () => unknown })[] = [
    {
      label: isPaused ? l10n.t("Resume") : l10n.t("Pause"),
      run: () => pause(!isPaused),
    },
    ...(canMask ? [{ label: l10n.t("Send with placeholders in this file"), run: mask }] : []),
    ...(language === undefined
      ? []
      : [
          {
            label: l10n.t("Not in this language ({0})", language),
            ...owner("completion.enabled"),
            run: () => turnOffIn(language),
          },
        ]),
    {
      label: l10n.t("Choose the model…"),
      ...owner("completion.model"),
      run: () => vscode.commands.executeCommand("aiHub.turnOnCompletion"),
    },
    {
      label: l10n.t("Settings"),
      run: () =>
        vscode.commands.executeCommand("workbench.action.openSettings", "aiHub.completion"),
    },
    {
      label: l10n.t("Turn off"),
      ...owner("completion.enabled"),
      run: () => vscode.commands.executeCommand("aiHub.turnOffCompletion"),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t("Completion of AI Hub"),
    ...(spent !== undefined && { placeHolder: spent }),
  });
  await picked?.run();
}

async function turnOffIn(language: string): Promise<void> {
  const enabled = completionSettings.enabled();
  await completionSettings.setEnabled({ ...enabled, [language]: false });
}

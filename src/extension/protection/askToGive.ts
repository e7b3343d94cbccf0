import * as vscode from "vscode";

import type { MayRestoreCall } from "../../chat/protection/restoredEvents.ts";
import { loadPart } from "../editor/laterPart.ts";
import { wordsLocale } from "../editor/locale.ts";

const { l10n } = vscode;

/**
 * Asks whether another extension's tool may get real values for placeholders: once per tool and value while the editor
 * is open. Tools that `isOurs` accepts get all values but secrets without a question.
 */
export function askToGive(isOurs: (tool: string) => boolean): MayRestoreCall {
  const given = new Set<string>();
  return async ({ tool, values }) => {
    const keys = values.map(([, value]) => JSON.stringify([tool, value]));
    if (isOurs(tool)) {
      return "withoutSecrets";
    }
    if (keys.every((key) => given.has(key))) {
      return "all";
    }
    const { describeFindings } = await loadPart(
      () => import("../../shared/failures/failureWords.ts"),
    );
    const give = l10n.t("Give Real Values");
    const chosen = await vscode.window.showWarningMessage(
      l10n.t("The tool {0} of another extension asks for real values.", tool),
      {
        modal: true,
        detail: l10n.t(
          "It would get {0}. Without them it gets placeholders such as [CPF_1].",
          describeFindings(
            values.map(([kind]) => kind),
            wordsLocale(),
          ),
        ),
      },
      l10n.t("Keep Placeholders"),
      give,
    );
    if (chosen !== give) {
      return "none";
    }
    for (const key of keys) {
      given.add(key);
    }
    return "all";
  };
}

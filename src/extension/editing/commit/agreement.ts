import * as vscode from "vscode";

import { baseName } from "../../../shared/text/baseName.ts";

const { l10n } = vscode;

const agreedKey = "aiHub.commitMessageRepositories";
const maxRemembered = 500;

/** Asks once per repository. Modal, because any extension can call the command but cannot answer a modal question. */
export async function mayGiveChanges(
  memory: vscode.Memento,
  rootUri: vscode.Uri,
): Promise<boolean> {
  const key = rootUri.toString();
  const agreed = memory.get<readonly string[]>(agreedKey) ?? [];
  if (agreed.includes(key)) {
    return true;
  }
  const send = l10n.t("Send them");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Send the changes of {0} to the model for a commit message?", baseName(rootUri.path)),
    {
      modal: true,
      detail: l10n.t("It may cost a little. This is asked once for each repository."),
    },
    send,
  );
  if (answer !== send) {
    return false;
  }
  await memory.update(agreedKey, [...agreed, key].slice(-maxRemembered));
  return true;
}

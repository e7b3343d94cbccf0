import * as vscode from "vscode";

import { baseName } from "../../../shared/text/baseName.ts";

const { l10n } = vscode;

const agreedKeys = {
  commitMessage: "aiHub.commitMessageRepositories",
  review: "aiHub.reviewRepositories",
};
const maxRemembered = 500;

/** Asks once per repository and purpose. Modal, because any extension can call the command but cannot answer a modal question. */
export async function mayGiveChanges(
  memory: vscode.Memento,
  rootUri: vscode.Uri,
  purpose: keyof typeof agreedKeys,
): Promise<boolean> {
  const agreedKey = agreedKeys[purpose];
  const name = baseName(rootUri.path);
  const key = rootUri.toString();
  const agreed = memory.get<readonly string[]>(agreedKey) ?? [];
  if (agreed.includes(key)) {
    return true;
  }
  const send = l10n.t("Send them");
  const answer = await vscode.window.showInformationMessage(
    purpose === "review"
      ? l10n.t("Send the changes of {0} to the model for a review?", name)
      : l10n.t("Send the changes of {0} to the model for a commit message?", name),
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

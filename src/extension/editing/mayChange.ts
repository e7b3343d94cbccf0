import * as vscode from "vscode";

import { runsByItself } from "../../shared/guarded/guardedFiles.ts";
import { plainText } from "../editor/plainText.ts";

const { l10n } = vscode;

/** Asks before changing a file that decides what runs or what models read. */
export async function mayChange(uri: vscode.Uri): Promise<boolean> {
  if (!runsByItself(uri.path)) {
    return true;
  }
  const show = l10n.t("Show the Changes");
  const answer = await vscode.window.showWarningMessage(
    l10n.t(
      "{0} can decide what runs on your machine, or which instructions models get. Check closely what this answer writes there.",
      plainText(vscode.workspace.asRelativePath(uri)),
    ),
    { modal: true, detail: l10n.t("Nothing is changed before you accept it.") },
    show,
  );
  return answer === show;
}

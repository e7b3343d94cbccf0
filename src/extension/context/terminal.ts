import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import { textAttachment } from "./fileAttachments.ts";

const { l10n } = vscode;

const maxSelection = 500_000;

/**
 * The selected text of the terminal. No stable API reads it, so it is copied over the clipboard,
 * whose text is restored afterwards.
 */
export async function attachTerminalSelection(): Promise<readonly Attachment[]> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  const probe = crypto.randomUUID();
  let selected: string = probe;
  try {
    await clipboard.writeText(probe);
    await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
    selected = await clipboard.readText();
  } finally {
    await clipboard.writeText(before);
  }
  if (selected === probe || selected.trim() === "") {
    void vscode.window.showInformationMessage(
      l10n.t("Nothing is selected in the terminal. Select something there first."),
    );
    return [];
  }
  const path = vscode.window.activeTerminal?.name ?? l10n.t("Terminal");
  const text = selected.slice(0, maxSelection);
  return [textAttachment({ kind: "terminal", path, languageId: "text" }, text)];
}

import * as vscode from "vscode";

import type { Attachment } from "../../../context/attachment.ts";
import { textAttachment } from "../files/fileAttachments.ts";

const { l10n } = vscode;

const maxSelection = 500_000;

export async function attachTerminalSelection(): Promise<readonly Attachment[]> {
  const selected = await copiedBy("workbench.action.terminal.copySelection");
  if (selected === undefined || selected.trim() === "") {
    void vscode.window.showInformationMessage(
      l10n.t("Nothing is selected in the terminal. Select something there first."),
    );
    return [];
  }
  const path = vscode.window.activeTerminal?.name ?? l10n.t("Terminal");
  const text = selected.slice(0, maxSelection);
  return [textAttachment({ kind: "terminal", path, languageId: "text" }, text)];
}

/** Output as the terminal shows it; undefined without output, or if the last command is not `command`. */
export async function lastOutput(command: string): Promise<string | undefined> {
  const copied = await copiedBy(
    "workbench.action.terminal.copyLastCommandAndLastCommandOutput",
    true,
  );
  const text = copied?.replaceAll("\r\n", "\n");
  return text?.startsWith(`${command}\n`) === true ? text.slice(command.length + 1) : undefined;
}

/**
 * The text that an editor command copies. No stable API reads a terminal, so this uses the clipboard and restores its
 * text.
 */
function copiedBy(editorCommand: string, needsText = false): Promise<string | undefined> {
  // Sequential: a second call would restore the first call's marker as the person's text.
  const copied = copying.then(() => copiedNow(editorCommand, needsText));
  copying = copied.catch(() => undefined);
  return copied;
}

let copying: Promise<unknown> = Promise.resolve();

async function copiedNow(editorCommand: string, needsText: boolean): Promise<string | undefined> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  if (needsText && before === "") {
    // The clipboard may hold a picture or files, which could not be restored.
    return undefined;
  }
  const probe = crypto.randomUUID();
  try {
    await clipboard.writeText(probe);
    await vscode.commands.executeCommand(editorCommand);
    const copied = await clipboard.readText();
    return copied === probe ? undefined : copied;
  } finally {
    await clipboard.writeText(before);
  }
}

import * as vscode from "vscode";

import { shellCommands } from "../../edits/shellCommands.ts";
import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import { newFile } from "./newFile.ts";

const { l10n } = vscode;

/**
 * Shows the commands in a question. "Run" runs them; a single command can also be typed at the prompt without Enter.
 */
export async function runInTerminal(block: CodeBlockContent): Promise<void> {
  const commands = shellCommands(block.code);
  switch (commands.kind) {
    case "commands":
      await ask(commands.text, commands.lineCount === 1);
      return;
    case "hidden":
      void vscode.window.showWarningMessage(
        l10n.t(
          "These commands hold characters that cannot be seen, so they are not run. Copy them and look closely.",
        ),
      );
      return;
    case "long":
      void vscode.window.showInformationMessage(
        l10n.t("This is too long to be shown in a question. It is opened as a file instead."),
      );
      await newFile(block);
      return;
    case "empty":
      return;
    default:
      commands satisfies never;
  }
}

async function ask(text: string, isOneLine: boolean): Promise<void> {
  const run = l10n.t("Run");
  const type = l10n.t("Put at the prompt");
  const answer = await vscode.window.showInformationMessage(
    isOneLine
      ? l10n.t("Run this command from the answer?")
      : l10n.t("Run these commands from the answer?"),
    { modal: true, detail: text },
    ...(isOneLine ? [type] : []),
    run,
  );
  if (answer === undefined) {
    return;
  }
  const terminal = vscode.window.activeTerminal ?? vscode.window.createTerminal("AI Hub");
  terminal.show(true);
  terminal.sendText(text, answer === run);
}

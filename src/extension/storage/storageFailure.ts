import * as vscode from "vscode";

let isShown = false;

export function reportStorageFailure(): void {
  if (!isShown) {
    isShown = true;
    void showFailure();
  }
}

async function showFailure(): Promise<void> {
  const message = vscode.l10n.t(
    "AI Hub cannot save the conversation: the disk may be full or read-only. It is kept until this window closes and will be saved as soon as that works again.",
  );
  await vscode.window.showErrorMessage(message);
  isShown = false;
}

export function reportQuarantine(path: string): void {
  void offerFile(path);
}

async function offerFile(path: string): Promise<void> {
  const show = vscode.l10n.t("Show File");
  const choice = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      "The file of a conversation is damaged and nothing of it could be read. It was put aside; nothing was deleted.",
    ),
    show,
  );
  if (choice === show) {
    await vscode.commands.executeCommand("revealFileInOS", vscode.Uri.file(path));
  }
}

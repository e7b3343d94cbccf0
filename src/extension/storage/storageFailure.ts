import * as vscode from "vscode";

let isShown = false;

/** Says once, until it is dismissed, that conversations cannot be kept; they go on in memory. */
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

import * as vscode from "vscode";

let isShown = false;

/** Says once, until it is dismissed, that conversations cannot be kept; they go on in memory. */
export function reportStorageFailure(): void {
  if (isShown) {
    return;
  }
  isShown = true;
  const message = vscode.l10n.t(
    "AI Hub cannot save the conversation: the disk may be full or read-only. It is kept until this window closes and will be saved as soon as that works again.",
  );
  void vscode.window.showErrorMessage(message).then(() => {
    isShown = false;
  });
}

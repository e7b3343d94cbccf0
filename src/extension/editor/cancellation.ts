import type * as vscode from "vscode";

/** A signal that is aborted when the editor's token is. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) {
    controller.abort();
  }
  return controller.signal;
}

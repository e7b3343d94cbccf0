import * as vscode from "vscode";

import type { ChangeReview } from "./changeReview.ts";

const { l10n } = vscode;

/** "Accept | Reject" above each change, and for all of them at the top. */
export function reviewLenses(uri: vscode.Uri, review: ChangeReview): vscode.CodeLens[] {
  const { hunks, layout } = review;
  const address = uri.toString();
  const all = [
    lens(0, {
      title: `$(check-all) ${l10n.t("Accept all ({0})", hunks.length)}`,
      command: "aiHub.acceptAllChanges",
      arguments: [address],
    }),
    lens(0, {
      title: `$(close-all) ${l10n.t("Reject all")}`,
      command: "aiHub.rejectAllChanges",
      arguments: [address],
    }),
    lens(0, {
      title: `$(diff) ${l10n.t("Compare side by side")}`,
      command: "aiHub.compareChanges",
      arguments: [address],
    }),
  ];
  const each = hunks.flatMap(({ id }, index) => {
    const row = layout.hunks[index]?.start ?? 0;
    return [
      lens(row, {
        title: `$(check) ${l10n.t("Accept")}`,
        command: "aiHub.acceptChange",
        arguments: [address, id],
      }),
      lens(row, {
        title: `$(close) ${l10n.t("Reject")}`,
        command: "aiHub.rejectChange",
        arguments: [address, id],
      }),
    ];
  });
  return hunks.length === 0 ? [] : [...all, ...each];
}

function lens(row: number, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(row, 0, row, 0), command);
}

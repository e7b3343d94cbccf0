import * as vscode from "vscode";

import type { ChangeReview } from "./changeReview.ts";

const { l10n } = vscode;

export interface LensOptions {
  readonly headRow: number;
  readonly more?: readonly vscode.Command[];
  readonly isShort?: boolean;
  /** True for changes that were made already: the person keeps or undoes them. */
  readonly isMade?: boolean;
}

export function reviewLenses(
  shown: vscode.Uri,
  review: ChangeReview,
  { headRow, more = [], isShort = false, isMade = false }: LensOptions,
): vscode.CodeLens[] {
  const { hunks, places } = review;
  if (hunks.length === 0) {
    return [];
  }
  const address = shown.toString();
  const isSingle = isShort && hunks.length === 1;
  const row = isSingle ? (places[0]?.start ?? headRow) : headRow;
  const each = hunks.flatMap(({ id }, index) =>
    changeCommands(address, id, isMade).map((command) => lens(places[index]?.start ?? 0, command)),
  );
  const compare = {
    title: `$(diff)\u00a0${l10n.t("Compare side by side")}`,
    command: "aiHub.compareChanges",
    arguments: [address, hunks[0]?.id],
  };
  const last = [...more, compare].map((command) => lens(row, command));
  const all = isSingle
    ? []
    : allCommands([address, hunks[0]?.id], hunks.length, isMade).map((command) =>
        lens(row, command),
      );
  return [...each, ...all, ...last];
}

/** `place`: the document's address and one change of the review, because a document may have several reviews. */
function allCommands(
  place: readonly unknown[],
  count: number,
  isMade: boolean,
): readonly vscode.Command[] {
  const [accept, reject] = isMade
    ? [l10n.t("Keep all ({0})", count), l10n.t("Undo all")]
    : [l10n.t("Accept all ({0})", count), l10n.t("Reject all")];
  return [
    {
      title: `$(check-all)\u00a0${accept}`,
      command: "aiHub.acceptAllChanges",
      arguments: [...place],
    },
    {
      title: `$(${isMade ? "discard" : "close-all"})\u00a0${reject}`,
      command: "aiHub.rejectAllChanges",
      arguments: [...place],
    },
  ];
}

function changeCommands(address: string, id: number, isMade: boolean): readonly vscode.Command[] {
  const [accept, reject] = isMade
    ? [l10n.t("Keep"), l10n.t("Undo")]
    : [l10n.t("Accept"), l10n.t("Reject")];
  return [
    {
      title: `$(check)\u00a0${accept}`,
      command: "aiHub.acceptChange",
      arguments: [address, id],
    },
    {
      title: `$(${isMade ? "discard" : "close"})\u00a0${reject}`,
      command: "aiHub.rejectChange",
      arguments: [address, id],
    },
  ];
}

function lens(row: number, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(row, 0, row, 0), command);
}

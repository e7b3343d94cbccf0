import * as vscode from "vscode";

const { l10n } = vscode;

export interface UndoWords {
  name(file: string): string;
  leftOut(left: {
    readonly changed: readonly string[];
    readonly unconfirmed: readonly string[];
    readonly others: readonly string[];
  }): string;
  saved(): string;
  impossible(): string;
}

export const undoWords: UndoWords = {
  name: (file) => l10n.t("Undo {0}", file),
  leftOut: ({ changed, unconfirmed, others }) =>
    [
      ...(changed.length > 0
        ? [l10n.t("Left out, because changed since: {0}.", listed(changed))]
        : []),
      ...(unconfirmed.length > 0
        ? [l10n.t("Left out, because never confirmed: {0}.", listed(unconfirmed))]
        : []),
      ...(others.length > 0
        ? [l10n.t("Left out, because nothing was there before: {0}.", listed(others))]
        : []),
    ].join(" "),
  impossible: () =>
    l10n.t("This write cannot be undone from the journal: it has no values from before."),
  saved: () => l10n.t("The values from before are saved as a file that can be imported."),
};

function listed(subjects: readonly string[]): string {
  const shown = subjects.slice(0, 20).map((subject) => subject.slice(0, 100));
  const more = subjects.length - shown.length;
  return shown.join("; ") + (more > 0 ? ` (+${more})` : "");
}

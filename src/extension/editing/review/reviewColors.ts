import * as vscode from "vscode";

import type { ReviewLayout, ReviewRows } from "../../../edits/review/reviewLayout.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";

const space = "\u00a0";

const maxAligned = 5_000;

export class ReviewColors implements Disposable {
  readonly #types: Readonly<Record<ReviewRows["kind"], vscode.TextEditorDecorationType>> = {
    added: lineType("inserted", "+"),
    removed: lineType("removed", "−"),
    same: vscode.window.createTextEditorDecorationType({
      before: { contentText: `${space}${space}` },
    }),
  };

  draw(editor: vscode.TextEditor, layout: ReviewLayout): void {
    const rangesFor = (kind: ReviewRows["kind"]): readonly vscode.Range[] =>
      layout.rows.filter((run) => run.kind === kind).flatMap(rangesOf);
    editor.setDecorations(this.#types.added, rangesFor("added"));
    editor.setDecorations(this.#types.removed, rangesFor("removed"));
    const isAligned = layout.lines.length <= maxAligned;
    editor.setDecorations(this.#types.same, isAligned ? rangesFor("same") : []);
  }

  dispose(): void {
    for (const type of Object.values(this.#types)) {
      type.dispose();
    }
  }
}

/** A range for each row, because a text before a line is drawn once per range. */
function rangesOf({ start, end }: ReviewRows): readonly vscode.Range[] {
  return Array.from(
    { length: end - start },
    (_none, index) => new vscode.Range(start + index, 0, start + index, 0),
  );
}

function lineType(kind: "inserted" | "removed", sign: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(`diffEditor.${kind}LineBackground`),
    overviewRulerColor: new vscode.ThemeColor(`diffEditorOverview.${kind}Foreground`),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
    before: { contentText: `${sign}${space}` },
  });
}

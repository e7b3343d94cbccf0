import * as vscode from "vscode";

import type { ReviewLayout, ReviewRows } from "../../../chat/apply/reviewLayout.ts";
import type { Disposable } from "../../../shared/lifecycle.ts";

const space = "\u00a0";

/** Lines that come and lines that go, by colour, by a sign before them, and on the scroll bar. */
export class ReviewColors implements Disposable {
  readonly #types: Readonly<Record<ReviewRows["kind"], vscode.TextEditorDecorationType>> = {
    added: lineType("inserted", "+"),
    removed: lineType("removed", "−"),
    same: vscode.window.createTextEditorDecorationType({
      before: { contentText: `${space}${space}` },
    }),
  };

  draw(editor: vscode.TextEditor, layout: ReviewLayout): void {
    for (const kind of ["added", "removed", "same"] as const) {
      editor.setDecorations(
        this.#types[kind],
        layout.rows.filter((run) => run.kind === kind).flatMap(rangesOf),
      );
    }
  }

  dispose(): void {
    for (const type of Object.values(this.#types)) {
      type.dispose();
    }
  }
}

/** One range a row: what stands before a line is drawn once a range. */
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

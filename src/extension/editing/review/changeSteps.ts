import * as vscode from "vscode";

import type { ChangeReview } from "./changeReview.ts";

export type Step = 1 | -1;

export interface ChangePlaces {
  of(shown: vscode.Uri): ChangeReview | undefined;
  /** Opens the next file with changes at its first one, or the previous file at its last; false if there is none. */
  openBeside?(shown: vscode.Uri | undefined, step: Step): Promise<boolean>;
}

/**
 * Moves the cursor to the next or previous change of this editor, then of the other changed files; after the last
 * change, to the first again.
 */
export async function stepToChange(owners: readonly ChangePlaces[], step: Step): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  const review = owners.map((owner) => uri && owner.of(uri)).find((one) => one !== undefined);
  const row = editor && review && rowBeside(review, editor.selection.active.line, step);
  if (editor && row !== undefined) {
    goTo(editor, row);
    return;
  }
  for (const owner of owners) {
    if (await owner.openBeside?.(uri, step)) {
      return;
    }
  }
  const end = review && endRow(review, step);
  if (editor && end !== undefined) {
    goTo(editor, end);
  }
}

/** The first change for a step forwards, else the last one. */
export function endRow({ places }: ChangeReview, step: Step): number | undefined {
  return places.at(step > 0 ? 0 : -1)?.start;
}

export function goTo(editor: vscode.TextEditor, row: number): void {
  editor.selection = new vscode.Selection(row, 0, row, 0);
  const place = new vscode.Range(row, 0, row, 0);
  editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

function rowBeside({ places }: ChangeReview, line: number, step: Step): number | undefined {
  const rows = places.map(({ start }) => start);
  return step > 0 ? rows.find((row) => row > line) : rows.findLast((row) => row < line);
}

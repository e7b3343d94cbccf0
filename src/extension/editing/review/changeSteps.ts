import * as vscode from "vscode";

import type { ChangeReview } from "./changeReview.ts";

export type Step = 1 | -1;

export interface ChangePlaces {
  /** The review with the change `id`; without an id, the review at the cursor. */
  of(shown: vscode.Uri, id?: number): ChangeReview | undefined;
  /** All reviews of a document; only for owners that may have several. */
  allIn?(shown: vscode.Uri): readonly ChangeReview[];
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
  const rows = uri ? rowsIn(owners, uri) : [];
  const row = editor && rowBeside(rows, editor.selection.active.line, step);
  if (editor && row !== undefined) {
    goTo(editor, row);
    return;
  }
  for (const owner of owners) {
    if (await owner.openBeside?.(uri, step)) {
      return;
    }
  }
  const end = rows.at(step > 0 ? 0 : -1);
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

/** The rows of the changes, in order, from the first owner that has changes in the document. */
function rowsIn(owners: readonly ChangePlaces[], uri: vscode.Uri): readonly number[] {
  for (const owner of owners) {
    const reviews = owner.allIn?.(uri) ?? [owner.of(uri)];
    const rows = reviews.flatMap((review) => review?.places.map(({ start }) => start) ?? []);
    if (rows.length > 0) {
      return rows.toSorted((one, other) => one - other);
    }
  }
  return [];
}

function rowBeside(rows: readonly number[], line: number, step: Step): number | undefined {
  return step > 0 ? rows.find((row) => row > line) : rows.findLast((row) => row < line);
}

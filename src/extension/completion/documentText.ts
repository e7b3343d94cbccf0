import type * as vscode from "vscode";

/** Length in UTF-16 units, without a copy of the text. */
export function lengthOf(document: vscode.TextDocument): number {
  return document.offsetAt(document.lineAt(document.lineCount - 1).range.end);
}

/** The document's text; empty if it is longer than `most`, so that no key copies megabytes. */
export function textWithin(document: vscode.TextDocument, most: number): string {
  return lengthOf(document) > most ? "" : document.getText();
}

import type * as vscode from "vscode";

import { linesOf } from "../../../edits/fileLines.ts";
import { textWithHunks } from "../../../edits/review/textWithHunks.ts";
import type { OpenHunk } from "../../editing/review/changeReview.ts";
import type { PlaceTexts } from "./agentEditor.ts";

const byteOrderMark = "\u{FEFF}";

export function without(texts: PlaceTexts, places: readonly OpenHunk[]): string {
  const mark = texts.after.startsWith(byteOrderMark) ? byteOrderMark : "";
  return mark + textWithHunks(withoutMark(texts.after), places);
}

export function isSame(known: PlaceTexts | undefined, { before, after }: PlaceTexts): boolean {
  return known?.before === before && known.after === after;
}

export function isText(document: vscode.TextDocument, text: string): boolean {
  return linesOf(document.getText()).join("\n") === linesOf(withoutMark(text)).join("\n");
}

export function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

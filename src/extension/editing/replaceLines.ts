import * as vscode from "vscode";

import type { Hunk } from "../../edits/lineDiff.ts";
import { hunkEdits } from "../../edits/review/hunkEdits.ts";

export async function replaceLines(
  document: vscode.TextDocument,
  lines: readonly string[],
  hunks: readonly Hunk[],
): Promise<boolean> {
  if (hunks.length === 0) {
    return true;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, textEdits(document, lines, hunks));
  return await vscode.workspace.applyEdit(edit);
}

export function textEdits(
  document: vscode.TextDocument,
  lines: readonly string[],
  hunks: readonly Hunk[],
): vscode.TextEdit[] {
  const lineEnd = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  return hunkEdits(lines, hunks).map(({ start, end, text }) =>
    vscode.TextEdit.replace(
      new vscode.Range(start.line, start.column, end.line, end.column),
      text.replaceAll("\n", lineEnd),
    ),
  );
}

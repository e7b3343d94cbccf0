import * as vscode from "vscode";

import type { Moment } from "../../completion/moment.ts";
import type { TextLines } from "../../completion/textLines.ts";
import { sentPath } from "./fileGate.ts";

/** The longest text before the cell; more than a request holds, so that imports of the first cells can be chosen. */
const maxLeadUnits = 100_000;

export function momentOf(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  { isInvoked }: { readonly isInvoked: boolean },
): Moment {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const { insertSpaces, tabSize } = editor?.options ?? {};
  return {
    file: document.uri.toString(),
    path: sentPath(document.uri),
    language: document.languageId,
    lines: copiedLines(document, line),
    cursor: { line, column: character },
    style: {
      insertSpaces: insertSpaces !== false,
      tabSize: typeof tabSize === "number" ? tabSize : 4,
    },
    hasSelection:
      editor !== undefined && (editor.selections.length > 1 || !editor.selection.isEmpty),
    isInvoked,
    lead: earlierCells(document),
  };
}

const [copiedAround, importLines] = [2_000, 300];

/** The lines around the cursor, and the first lines for imports. Only references are kept: a line may have megabytes. */
function copiedLines(document: vscode.TextDocument, line: number): TextLines {
  const first = Math.max(0, line - copiedAround);
  const last = Math.min(document.lineCount, line + copiedAround);
  const near = linesFrom(document, first, last);
  const top = first === 0 ? near : linesFrom(document, 0, Math.min(first, importLines));
  return {
    count: document.lineCount,
    at: (at) => (at >= first ? near[at - first] : top[at]) ?? "",
  };
}

function linesFrom(document: vscode.TextDocument, first: number, end: number): readonly string[] {
  return Array.from({ length: end - first }, (_, index) => document.lineAt(first + index).text);
}

/** A notebook's earlier cells act as the start of the file. */
function earlierCells(document: vscode.TextDocument): string {
  if (document.uri.scheme !== "vscode-notebook-cell") {
    return "";
  }
  const notebook = vscode.workspace.notebookDocuments.find((one) =>
    one.getCells().some((cell) => cell.document === document),
  );
  const texts: string[] = [];
  for (const { document: cell } of notebook?.getCells() ?? []) {
    if (cell === document) {
      break;
    }
    if (cell.languageId === document.languageId) {
      texts.push(`${cell.getText()}\n\n`);
    }
  }
  const text = texts.join("");
  return text.length <= maxLeadUnits
    ? text
    : text.slice(text.indexOf("\n", text.length - maxLeadUnits) + 1);
}

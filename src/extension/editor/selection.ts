import * as vscode from "vscode";

import { type Attachment, createAttachment, maxAttachmentSize } from "../../context/attachment.ts";

export function attachmentFromSelection(editor: vscode.TextEditor): Attachment | undefined {
  const { document, selection } = editor;
  const range = wholeLines(document, selection);
  return attachmentFromRange(document, range);
}

export function attachmentFromDocument(document: vscode.TextDocument): Attachment | undefined {
  return create(document, { kind: "file" }, document.getText());
}

export function attachmentFromLines(
  document: vscode.TextDocument,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
  kind: "selection" | "symbol" = "selection",
): Attachment | undefined {
  const range = document.validateRange(
    new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER),
  );
  return attachmentFromRange(document, range, kind);
}

function attachmentFromRange(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: "selection" | "symbol" = "selection",
): Attachment | undefined {
  const lines = { startLine: range.start.line + 1, endLine: range.end.line + 1 };
  return create(document, { kind, ...lines }, document.getText(range));
}

function create(
  document: vscode.TextDocument,
  place: {
    readonly kind: "selection" | "symbol" | "file";
    readonly startLine?: number;
    readonly endLine?: number;
  },
  content: string,
): Attachment | undefined {
  if (content.length > maxAttachmentSize) {
    return undefined;
  }
  const path = pathOf(document.uri);
  return createAttachment(
    crypto.randomUUID(),
    { ...place, path, uri: document.uri.toString(), languageId: document.languageId },
    content,
  );
}

/** The selection as whole lines, because models read code by lines. */
function wholeLines(document: vscode.TextDocument, selection: vscode.Selection): vscode.Range {
  const { start, end } = selection;
  const endsBeforeLine = end.character === 0 && end.line > start.line;
  const lastLine = endsBeforeLine ? end.line - 1 : end.line;
  return new vscode.Range(start.line, 0, lastLine, document.lineAt(lastLine).text.length);
}

function pathOf(uri: vscode.Uri): string {
  return uri.scheme === "untitled" ? uri.path : vscode.workspace.asRelativePath(uri);
}

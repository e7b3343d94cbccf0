import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import type { Outcome } from "../../shared/calls/protocol.ts";

export async function openAttachment({ info, content }: Attachment): Promise<Outcome> {
  const document = await openSource(info.uri).catch(() => undefined);
  if (!document) {
    const { languageId: language } = info;
    const copy = await openUntitled(content, language);
    await vscode.window.showTextDocument(copy, { preview: true });
    return { ok: true };
  }
  const { startLine, endLine } = info;
  const range =
    startLine === undefined || endLine === undefined
      ? undefined
      : document.validateRange(
          new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER),
        );
  await vscode.window.showTextDocument(document, {
    preview: true,
    ...(range && { selection: range }),
  });
  return { ok: true };
}

export async function insertAtCursor(text: string): Promise<Outcome> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors.at(0);
  if (!editor) {
    return { ok: false, reason: "noEditor" };
  }
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      edit.replace(selection, text);
    }
  });
  if (!isDone) {
    return { ok: false, reason: "refused" };
  }
  await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  return { ok: true };
}

export async function showText(content: string, language: string): Promise<void> {
  await vscode.window.showTextDocument(await openUntitled(content, language), { preview: false });
}

async function openSource(uri: string | undefined): Promise<vscode.TextDocument | undefined> {
  return uri === undefined
    ? undefined
    : await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true));
}

async function openUntitled(content: string, language: string): Promise<vscode.TextDocument> {
  const known = await vscode.languages.getLanguages();
  return await vscode.workspace.openTextDocument({
    content,
    language: known.includes(language) ? language : "plaintext",
  });
}

import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import type { ChatView } from "../view/chatView.ts";
import { attachmentFromDocument, attachmentFromSelection } from "./selection.ts";

const { l10n } = vscode;

/**
 * Adds the editor's selection to the next message of a view. Without a selection it adds the line of the
 * cursor and offers the whole file.
 */
export async function addSelection(view: ChatView, editor: vscode.TextEditor): Promise<void> {
  const isAdded = await add(view, attachmentFromSelection(editor));
  if (isAdded && editor.selection.isEmpty) {
    void offerWholeFile(view, editor.document);
  }
}

/** Lets the person choose what goes along with the next message. */
export async function addContext(view: ChatView): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const choice = await vscode.window.showQuickPick(choices(editor), {
    title: l10n.t("Add context"),
    placeHolder: l10n.t("What should go along with your message?"),
  });
  await choice?.run(view);
}

interface Choice extends vscode.QuickPickItem {
  readonly run: (view: ChatView) => Promise<unknown>;
}

function choices(editor: vscode.TextEditor | undefined): Choice[] {
  const files: Choice = {
    label: `$(files) ${l10n.t("Files…")}`,
    run: addFiles,
  };
  if (!editor) {
    return [files];
  }
  const name = vscode.workspace.asRelativePath(editor.document.uri);
  const file: Choice = {
    label: `$(file) ${l10n.t("Current file")}`,
    description: name,
    run: (view) => add(view, attachmentFromDocument(editor.document)),
  };
  const selection: Choice = {
    label: `$(selection) ${l10n.t("Selection")}`,
    description: name,
    run: (view) => add(view, attachmentFromSelection(editor)),
  };
  return editor.selection.isEmpty ? [file, files] : [selection, file, files];
}

async function addFiles(view: ChatView): Promise<void> {
  const uris = await vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: l10n.t("Add to chat"),
  });
  for (const uri of uris ?? []) {
    await addFile(view, uri);
  }
}

async function addFile(view: ChatView, uri: vscode.Uri): Promise<void> {
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    // Gone, or not text: either way there is nothing that could be sent.
    void vscode.window.showWarningMessage(
      l10n.t("{0} cannot be added: it is not a text file, or it cannot be read.", nameOf(uri)),
    );
    return;
  }
  await add(view, attachmentFromDocument(document));
}

async function add(view: ChatView, attachment: Attachment | undefined): Promise<boolean> {
  const { draft } = await view.conversation();
  if (!attachment) {
    void vscode.window.showWarningMessage(
      l10n.t("That is too large to send. Select the part that matters."),
    );
    return false;
  }
  if (!draft.add(attachment)) {
    void vscode.window.showWarningMessage(
      l10n.t("This message has as many attachments as it can hold. Remove one first."),
    );
    return false;
  }
  return true;
}

async function offerWholeFile(view: ChatView, document: vscode.TextDocument): Promise<void> {
  const addFileLabel = l10n.t("Add whole file");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("Nothing was selected, so the current line was added."),
    addFileLabel,
  );
  if (answer === addFileLabel) {
    await add(view, attachmentFromDocument(document));
  }
}

function nameOf(uri: vscode.Uri): string {
  return plainText(uri.path.split("/").at(-1) ?? "");
}

/** Notifications turn `[label](command:…)` into links; a file name must not. */
function plainText(text: string): string {
  return text.replaceAll(/[[\]()]/gu, "_").slice(0, 200);
}

import * as vscode from "vscode";

import type { OpenConversation } from "../../../chat/conversations.ts";
import type { Attachment } from "../../../context/attachment.ts";
import { attachmentFromDocument, attachmentFromSelection } from "../../editor/selection.ts";
import type { ChatView } from "../../view/chatView.ts";
import { attachFile } from "./fileAttachments.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

const { l10n } = vscode;

/** Adds the selection to the next message, or else the cursor's line and an offer of the whole file. */
export async function addSelection(
  view: ChatView,
  editor: vscode.TextEditor,
  files: WorkspaceFiles,
): Promise<void> {
  if (await files.refuses(editor.document.uri)) {
    return;
  }
  const isAdded = await add(view, attachmentFromSelection(editor));
  if (isAdded && editor.selection.isEmpty) {
    void offerWholeFile(view, editor.document);
  }
}

export async function addAttachments(
  view: ChatView,
  attachments: readonly Attachment[],
): Promise<boolean> {
  const { draft } = await view.conversation();
  return addToDraft(draft, attachments);
}

/** If not all fit, notifies the person and returns false. */
export function addToDraft(
  draft: OpenConversation["draft"],
  attachments: readonly Attachment[],
): boolean {
  const areAdded = attachments.every((attachment) => draft.add(attachment));
  if (!areAdded) {
    void vscode.window.showWarningMessage(
      l10n.t("This message has as many attachments as it can hold. Remove one first."),
    );
  }
  return areAdded;
}

export async function browseFiles(files: WorkspaceFiles): Promise<readonly Attachment[]> {
  const uris = await vscode.window.showOpenDialog({
    canSelectMany: true,
    openLabel: l10n.t("Add to chat"),
  });
  const attachments: Attachment[] = [];
  for (const uri of uris ?? []) {
    attachments.push(...(await attachFile(uri, files)));
  }
  return attachments;
}

async function add(view: ChatView, attachment: Attachment | undefined): Promise<boolean> {
  if (!attachment) {
    void vscode.window.showWarningMessage(
      l10n.t("That is too large to send. Select the part that matters."),
    );
    return false;
  }
  return await addAttachments(view, [attachment]);
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

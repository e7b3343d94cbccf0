import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";

const { l10n } = vscode;

export type AskDeps = Pick<FeatureDeps, "places">;

/**
 * Writes a question into a new chat and never sends it: any extension can call a command, so a call does not prove a
 * person's will. Enter sends it.
 */
export async function askInChat(
  { places }: AskDeps,
  question: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const view = places.sidebar;
  await view.newChat();
  const { session, draft } = await view.conversation();
  addAll(draft, attachments);
  // A repeated command does not add its question again.
  if (!draft.text.endsWith(question)) {
    const text = draft.text === "" ? question : `${draft.text}\n\n${question}`;
    draft.setText(text, draft.version + 1);
  }
  // The page accepts foreign text only from a new snapshot.
  await view.show(session.id);
  await places.focus();
}

export async function attachInChat(
  { places }: AskDeps,
  attachments: readonly Attachment[],
): Promise<void> {
  const { draft } = await places.sidebar.conversation();
  addAll(draft, attachments);
  await places.focus();
}

function addAll(
  draft: { add(attachment: Attachment): boolean },
  attachments: readonly Attachment[],
): void {
  const isAdded = attachments.every((attachment) => draft.add(attachment));
  if (!isAdded) {
    void vscode.window.showWarningMessage(
      l10n.t("This message has as many attachments as it can hold. Remove one first."),
    );
  }
}

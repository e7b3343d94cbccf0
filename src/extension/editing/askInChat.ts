import * as vscode from "vscode";

import type { Attachment } from "../../context/attachment.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";

const { l10n } = vscode;

export type AskDeps = Pick<FeatureDeps, "places" | "models" | "connection">;

/** Asks in a new chat of the side bar. Where nothing can be asked yet, the question waits there as a draft. */
export async function askInChat(
  { places, models, connection }: AskDeps,
  question: string,
  attachments: readonly Attachment[],
): Promise<void> {
  const view = places.sidebar;
  await view.newChat();
  const { session, draft } = await view.conversation();
  await connection.start();
  if (models.selected === undefined && connection.state.state === "ready") {
    await models.list({ refresh: false });
  }
  const { selected } = models;
  const isSent =
    connection.state.state === "ready" &&
    selected !== undefined &&
    session.send(question, attachments, selected).ok;
  if (!isSent) {
    for (const attachment of attachments) {
      draft.add(attachment);
    }
    draft.setText(draft.text === "" ? question : `${draft.text}\n\n${question}`, draft.version + 1);
    // The page takes a text that it did not write itself from a new snapshot.
    await view.show(session.id);
  }
  await places.focus();
}

/** Puts something beside the next message of the chat that is shown, and the focus into its field. */
export async function attachInChat(
  { places }: Pick<AskDeps, "places">,
  attachments: readonly Attachment[],
): Promise<void> {
  const { draft } = await places.sidebar.conversation();
  const isAdded = attachments.every((attachment) => draft.add(attachment));
  if (!isAdded) {
    void vscode.window.showWarningMessage(
      l10n.t("This message has as many attachments as it can hold. Remove one first."),
    );
  }
  await places.focus();
}

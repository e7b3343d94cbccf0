import * as vscode from "vscode";

import type { Conversations } from "../chat/conversations.ts";
import type { ChatView } from "./view/chatView.ts";

const { l10n } = vscode;

/** Lets the person go back to any conversation that was kept. */
export async function showHistory(conversations: Conversations, view: ChatView): Promise<void> {
  const dates = new Intl.DateTimeFormat(vscode.env.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const { session } = await view.conversation();
  const summaries = await conversations.list();
  const picked = await vscode.window.showQuickPick(
    summaries.map(({ id, title, updatedAt }) => ({
      label: title,
      description: dates.format(updatedAt),
      detail: id === session.id ? l10n.t("Open now") : "",
      id,
    })),
    {
      title: l10n.t("Conversations"),
      placeHolder:
        summaries.length === 0
          ? l10n.t("Nothing here yet: what you send is kept here.")
          : l10n.t("Search by title"),
    },
  );
  if (picked && picked.id !== session.id) {
    await view.show(picked.id);
  }
}

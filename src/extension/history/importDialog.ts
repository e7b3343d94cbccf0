import * as vscode from "vscode";

import type { Conversations } from "../../chat/conversations.ts";
import { importJson, type ImportProblem, maxImportBytes } from "../../chat/export/importJson.ts";
import { readBounded } from "../editor/boundedFile.ts";

const { l10n } = vscode;

export async function importConversation(
  conversations: Conversations,
): Promise<string | undefined> {
  const { library } = conversations;
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t("Import Chat"),
      filters: { JSON: ["json"] },
      canSelectMany: false,
    })) ?? [];
  if (!uri || !library) {
    return undefined;
  }
  try {
    const bytes = await readBounded(uri, maxImportBytes);
    if (bytes === undefined || bytes === "tooLarge") {
      return refuse(
        bytes === undefined
          ? unreadable()
          : l10n.t("The file is too large to be an exported chat."),
      );
    }
    const imported = importJson(new TextDecoder().decode(bytes), () => conversations.newId());
    if (!imported.ok) {
      return refuse(problemText(imported.problem));
    }
    const id = conversations.newId();
    await library.add(id, imported);
    tellMasked(imported.masked);
    return id;
  } catch {
    return refuse(unreadable());
  }
}

function unreadable(): string {
  return l10n.t("The file could not be read, or the chat could not be saved.");
}

function tellMasked(count: number): void {
  if (count > 0) {
    void vscode.window.showInformationMessage(
      l10n.t(
        "The chat is imported. Tokens and personal data were masked in {0} places when it was exported; the values are not in the file.",
        count,
      ),
    );
  }
}

function refuse(text: string): undefined {
  void vscode.window.showErrorMessage(text);
  return undefined;
}

function problemText(problem: ImportProblem): string {
  switch (problem) {
    case "notOurs":
      return l10n.t("This file is no chat that AI Hub exported as JSON. Nothing was imported.");
    case "newer":
      return l10n.t(
        "This chat was exported by a newer version of AI Hub. Update the extension, then import it again.",
      );
    case "damaged":
      return l10n.t("This chat is damaged or was changed by hand. Nothing was imported.");
    default:
      return problem satisfies never;
  }
}

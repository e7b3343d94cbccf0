import * as vscode from "vscode";

import { exportHtml } from "../../chat/export/exportHtml.ts";
import { exportJson } from "../../chat/export/exportJson.ts";
import { exportMarkdown } from "../../chat/export/exportMarkdown.ts";
import type { ExportWords } from "../../chat/export/exportWords.ts";
import { type MaskTally, newTally } from "../../chat/export/shareable.ts";
import { maskedTitle } from "../../chat/title.ts";
import type { Attachment } from "../../context/attachment.ts";
import type { Conversation } from "../../shared/conversation/conversation.ts";

const { l10n } = vscode;

export interface Exportable {
  readonly conversation: Conversation;
  readonly attachments: readonly Attachment[];
}

interface Format {
  readonly label: string;
  readonly description: string;
  readonly extension: string;
  readonly write: (content: Exportable, tally: MaskTally) => string | Promise<string>;
}

export async function exportConversation(content: Exportable): Promise<void> {
  if (content.conversation.messages.length === 0) {
    void vscode.window.showInformationMessage(l10n.t("There is nothing to export yet."));
    return;
  }
  const format = await vscode.window.showQuickPick(formats(), {
    title: l10n.t("Export Chat"),
    placeHolder: l10n.t("Tokens are masked in every format. Choose what happens to personal data."),
  });
  const written = format && (await write(format, content));
  const uri = written && (await askPlace(content.conversation.title, format));
  if (!format || !written || !uri) {
    return;
  }
  try {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(written.text));
  } catch {
    void vscode.window.showErrorMessage(
      l10n.t("The file could not be written. Choose another place, or check the free space."),
    );
    return;
  }
  await offerFile(uri, format, written.tally);
}

interface Written {
  readonly text: string;
  readonly tally: MaskTally;
}

/** Masks personal data unless the person includes it; undefined if cancelled. */
async function write(format: Format, content: Exportable): Promise<Written | undefined> {
  const masked = newTally();
  const text = await format.write(content, masked);
  if (masked.values === 0) {
    return { text, tally: masked };
  }
  const mask = l10n.t("Mask personal data");
  const chosen = await vscode.window.showQuickPick(
    [
      { label: mask, description: l10n.t("It cannot be restored from the file") },
      {
        label: l10n.t("Include personal data"),
        description: l10n.t("Anyone who gets the file can read it"),
      },
    ],
    {
      title: l10n.t("Export Chat"),
      placeHolder: l10n.t("Values of personal data that were recognised: {0}", masked.values),
    },
  );
  if (!chosen || chosen.label === mask) {
    return chosen && { text, tally: masked };
  }
  const included = newTally(true);
  return { text: await format.write(content, included), tally: included };
}

async function askPlace(
  title: string | undefined,
  { label, extension }: Format,
): Promise<vscode.Uri | undefined> {
  const name = `${fileNameOf(maskedTitle(title ?? "AI Hub"))}.${extension}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return await vscode.window.showSaveDialog({
    filters: { [label]: [extension] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder.uri, name) }),
    title: l10n.t("Export Chat"),
  });
}

async function offerFile(
  uri: vscode.Uri,
  { extension }: Format,
  { masked }: MaskTally,
): Promise<void> {
  const open = l10n.t("Open");
  const done =
    masked === 0
      ? l10n.t("The chat is exported.")
      : l10n.t(
          "The chat is exported. Masked in {0} places, also when it is imported again.",
          masked,
        );
  const choice = await vscode.window.showInformationMessage(done, open);
  if (choice !== open) {
    return;
  }
  if (extension === "html") {
    await vscode.env.openExternal(uri);
  } else {
    await vscode.window.showTextDocument(uri);
  }
}

function formats(): readonly Format[] {
  return [
    {
      label: "Markdown",
      description: l10n.t("The visible conversation, as text"),
      extension: "md",
      write: ({ conversation }, tally) => exportMarkdown(conversation, exportWords(), tally),
    },
    {
      label: "HTML",
      description: l10n.t("The visible conversation, as a page that opens in any browser"),
      extension: "html",
      write: ({ conversation }, tally) => exportHtml(conversation, exportWords(), tally),
    },
    {
      label: "JSON",
      description: l10n.t(
        "All branches and attachments, to import it again; what is masked stays masked",
      ),
      extension: "json",
      write: ({ conversation, attachments }, tally) =>
        exportJson(conversation, attachments, Date.now(), tally),
    },
  ];
}

function exportWords(): ExportWords {
  return {
    locale: vscode.env.language,
    you: l10n.t("You"),
    attached: l10n.t("Attached"),
    reasoning: l10n.t("Reasoning"),
    toolCall: l10n.t("Tool"),
    alerts: {
      note: l10n.t("Note"),
      tip: l10n.t("Tip"),
      important: l10n.t("Important"),
      warning: l10n.t("Warning"),
      caution: l10n.t("Caution"),
    },
    states: {
      streaming: l10n.t("unfinished"),
      incomplete: l10n.t("incomplete"),
      stopped: l10n.t("stopped"),
      failed: l10n.t("failed"),
    },
  };
}

function fileNameOf(title: string): string {
  const name = title
    // oxlint-disable-next-line no-control-regex -- control characters are meant
    .replaceAll(/[\u0000-\u001f\\/:*?"<>|]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .slice(0, 80)
    .replace(/^[\s.]+|[\s.]+$/gu, "");
  return name === "" ? "AI Hub" : name;
}

import * as vscode from "vscode";

import type { OpenConversation } from "../../chat/conversations.ts";
import { readSmallText, textAttachment } from "./fileAttachments.ts";

/** Files in which a project says how it wants to be worked on, where a workspace folder begins. */
const instructionFiles = ["AGENTS.md", ".github/copilot-instructions.md", ".aihub/instructions.md"];
const maxBytes = 100_000;

/**
 * Puts the instructions of a trusted workspace into a new conversation's draft, where they are seen as
 * attachments and can be taken out; never into one that was touched.
 */
export class WorkspaceInstructions {
  readonly #offered = new Set<string>();

  async offer({ session, draft }: OpenConversation): Promise<void> {
    const isUntouched = (): boolean =>
      session.conversation.messages.length === 0 &&
      draft.attachments.length === 0 &&
      draft.version === 0;
    if (!vscode.workspace.isTrusted || this.#offered.has(session.id) || !isUntouched()) {
      return;
    }
    this.#offered.add(session.id);
    const found = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(readFolder));
    if (isUntouched()) {
      for (const attachment of found.flat()) {
        draft.add(attachment);
      }
    }
  }
}

async function readFolder({ uri }: vscode.WorkspaceFolder) {
  const texts = await Promise.all(
    instructionFiles.map(async (name) => {
      const file = vscode.Uri.joinPath(uri, name);
      const text = (await readSmallText(file, maxBytes)) ?? "";
      const source = {
        kind: "instructions",
        path: vscode.workspace.asRelativePath(file),
        uri: file.toString(),
        languageId: "markdown",
      } as const;
      return text.trim() === "" ? undefined : textAttachment(source, text);
    }),
  );
  return texts.filter((attachment) => attachment !== undefined);
}

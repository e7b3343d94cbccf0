import * as vscode from "vscode";
import * as z from "zod/mini";

import type { OpenConversation } from "../../../chat/conversations.ts";
import { readSmallText, textAttachment } from "../files/fileAttachments.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";

/** Relative to a workspace folder. */
const instructionFiles = ["AGENTS.md", ".github/copilot-instructions.md", ".aihub/instructions.md"];
const maxBytes = 100_000;

const offeredKey = "aiHub.instructionsOffered";
const maxOffered = 100;
const offeredSchema = z.array(z.string());

/**
 * Attaches a trusted workspace's instructions to a new conversation's draft, visible and removable; never to an edited
 * draft.
 */
export class WorkspaceInstructions {
  readonly #memory: vscode.Memento;
  readonly #files: WorkspaceFiles;

  constructor(memory: vscode.Memento, files: WorkspaceFiles) {
    this.#memory = memory;
    this.#files = files;
  }

  async offer({ session, draft }: OpenConversation): Promise<void> {
    const isUntouched = (): boolean =>
      session.conversation.messages.length === 0 &&
      draft.attachments.length === 0 &&
      draft.version === 0;
    const offered = offeredSchema.safeParse(this.#memory.get<unknown>(offeredKey)).data ?? [];
    if (!vscode.workspace.isTrusted || offered.includes(session.id) || !isUntouched()) {
      return;
    }
    // Offered once: instructions that the person removed stay removed after a restart.
    void this.#memory.update(offeredKey, [...offered, session.id].slice(-maxOffered));
    const found = await Promise.all(
      (vscode.workspace.workspaceFolders ?? []).map((folder) => readFolder(folder, this.#files)),
    );
    if (isUntouched()) {
      for (const attachment of found.flat()) {
        draft.add(attachment);
      }
    }
  }
}

/** Does not follow a link out of the workspace: the person did not choose its target. */
async function readFolder({ uri }: vscode.WorkspaceFolder, files: WorkspaceFiles) {
  const texts = await Promise.all(
    instructionFiles.map(async (name) => {
      const file = vscode.Uri.joinPath(uri, name);
      const isOwn = !(await files.leadsElsewhere(file));
      const tellTooLarge = (): void => files.tellTooLarge(file, maxBytes);
      const text = (isOwn ? await readSmallText(file, maxBytes, tellTooLarge) : undefined) ?? "";
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

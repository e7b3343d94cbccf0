import * as vscode from "vscode";

import type { editingCalls } from "../../shared/calls/editingCalls.ts";
import { attachFailedCommand, type FailedCommands } from "../context/failedCommands.ts";
import { attachTerminalSelection } from "../context/terminal.ts";
import type { WorkspaceFiles } from "../context/workspaceFiles.ts";
import type { editingCommandNames } from "../editor/commandNames.ts";
import type { Command } from "../editor/commandNames.ts";
import type { InstructionAsked } from "../editor/instructionBox.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { done } from "../view/pageCalls.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import { applyCode } from "./applyCode.ts";
import { askInChat } from "./askInChat.ts";
import { CommitMessages } from "./commit/commitMessage.ts";
import { InlineEdits } from "./inlineEdit/inlineEdits.ts";
import { newFile } from "./newFile.ts";
import { quickFixCommands, registerQuickFixes } from "./quickFixes.ts";
import { reviewCommands, type ReviewOwner } from "./review/reviewCommands.ts";
import { Reviews } from "./review/reviews.ts";
import { runInTerminal } from "./terminal.ts";
import { VirtualTexts } from "./virtualTexts.ts";

const { l10n } = vscode;

type EditingCommand = Exclude<(typeof editingCommandNames)[number], "inlineEdit">;

export interface EditingFeature {
  readonly page: PageFeature<typeof editingCalls>;
  /** Keyed by their names in `commandNames`. */
  readonly commands: Readonly<Record<EditingCommand, Command>>;
  /** Edits a selection in place, as the answer to the question says. */
  editInPlace(asked: InstructionAsked): Promise<void>;
}

/**
 * Brings code from an answer, or an edit of a selection, into files of the editor. The commands of reviews are also those
 * of `moreReviews`.
 */
export function createEditingFeature(
  deps: FeatureDeps,
  files: WorkspaceFiles,
  failedCommands: FailedCommands,
  moreReviews: () => readonly ReviewOwner[],
): EditingFeature {
  const { actions, clock, context, models, streamChat } = deps;
  const texts = new VirtualTexts();
  const reviews = new Reviews(texts);
  const inlineEdits = new InlineEdits({ models, streamChat, texts, clock });
  const commits = new CommitMessages({ models, streamChat, files, memory: context.globalState });
  context.subscriptions.push(texts, reviews, inlineEdits, commits, registerQuickFixes());
  const insertAtCursor = (text: string) => actions.insertAtCursor(text);
  return {
    page: {
      handlers: () => ({
        applyCode: (block) => done(applyCode(block, { reviews, insertAtCursor })),
        newFile: (block) => done(newFile(block)),
        runInTerminal: (block) => done(runInTerminal(block)),
      }),
    },
    commands: {
      ...reviewCommands(() => [reviews, inlineEdits, ...moreReviews()]),
      ...inlineEdits.commands,
      ...commits.commands,
      ...quickFixCommands(deps, inlineEdits),
      explainTerminal: () => explainTerminal(deps),
      explainFailedCommand: () => explainFailedCommand(deps, failedCommands),
    },
    editInPlace: (asked) => inlineEdits.begin(asked),
  };
}

async function explainFailedCommand(deps: FeatureDeps, { last }: FailedCommands): Promise<void> {
  const attachments = await attachFailedCommand(last);
  if (attachments.length > 0) {
    await askInChat(deps, l10n.t("Why did this command fail, and what should I do?"), attachments);
  }
}

async function explainTerminal(deps: FeatureDeps): Promise<void> {
  const attachments = await attachTerminalSelection();
  if (attachments.length > 0) {
    const question = l10n.t("Explain this terminal output, and what to do if something failed.");
    await askInChat(deps, question, attachments);
  }
}

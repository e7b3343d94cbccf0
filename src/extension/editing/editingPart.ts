import * as vscode from "vscode";

import { type Disposable, DisposableStore } from "../../shared/base/lifecycle.ts";
import type { CodeBlockContent } from "../../shared/calls/editingCalls.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import { attachFailedCommand, type FailedCommands } from "../context/sources/failedCommands.ts";
import { attachTerminalSelection } from "../context/sources/terminal.ts";
import type { Command, editingCommandNames } from "../editor/commandNames.ts";
import type { InstructionAsked } from "../editor/instructionBox.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { applyCode } from "./applyCode.ts";
import { type AskDeps, askInChat } from "./askInChat.ts";
import { CommitMessages } from "./commit/commitMessage.ts";
import { InlineEdits } from "./inlineEdit/inlineEdits.ts";
import { newFile } from "./newFile.ts";
import { quickFixCommands } from "./quickFixes.ts";
import { reviewCommands, type ReviewOwner } from "./review/reviewCommands.ts";
import { Reviews } from "./review/reviews.ts";
import { runInTerminal } from "./terminal.ts";
import type { VirtualTexts } from "./virtualTexts.ts";

const { l10n } = vscode;

export type EditingCommand = Exclude<(typeof editingCommandNames)[number], "inlineEdit">;

export interface EditingPartDeps extends FeatureDeps {
  readonly files: WorkspaceFiles;
  readonly failedCommands: FailedCommands;
  readonly moreReviews: () => readonly ReviewOwner[];
  readonly texts: VirtualTexts;
}

export interface EditingPart extends Disposable {
  readonly commands: Readonly<Record<EditingCommand, Command>>;
  applyCode(block: CodeBlockContent): Promise<unknown>;
  newFile(block: CodeBlockContent): Promise<unknown>;
  runInTerminal(block: CodeBlockContent): Promise<unknown>;
  editInPlace(asked: InstructionAsked): Promise<void>;
}

export function createEditing(deps: EditingPartDeps): EditingPart {
  const { actions, clock, context, failedCommands, files, models, streamChat, texts } = deps;
  const owned = new DisposableStore();
  const reviews = owned.add(new Reviews(texts));
  const inlineEdits = owned.add(new InlineEdits({ models, streamChat, texts, clock, files }));
  const memory = context.globalState;
  const commits = owned.add(new CommitMessages({ models, streamChat, files, memory }));
  const insertAtCursor = (text: string) => actions.insertAtCursor(text);
  return {
    applyCode: (block) => applyCode(block, { reviews, insertAtCursor }),
    newFile,
    runInTerminal,
    commands: {
      ...reviewCommands(() => [reviews, inlineEdits, ...deps.moreReviews()]),
      ...inlineEdits.commands,
      ...commits.commands,
      ...quickFixCommands(deps, inlineEdits),
      explainTerminal: () => explainTerminal(deps),
      explainFailedCommand: () => explainFailedCommand(deps, failedCommands),
    },
    editInPlace: (asked) => inlineEdits.begin(asked),
    dispose: () => owned.dispose(),
  };
}

async function explainFailedCommand(deps: AskDeps, { last }: FailedCommands): Promise<void> {
  const attachments = await attachFailedCommand(last);
  if (attachments.length > 0) {
    await askInChat(deps, l10n.t("Why did this command fail, and what should I do?"), attachments);
  }
}

async function explainTerminal(deps: AskDeps): Promise<void> {
  const attachments = await attachTerminalSelection();
  if (attachments.length > 0) {
    const question = l10n.t("Explain this terminal output, and what to do if something failed.");
    await askInChat(deps, question, attachments);
  }
}

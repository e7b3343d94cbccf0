import type { editingCalls } from "../../shared/calls/editingCalls.ts";
import type { WorkspaceFiles } from "../context/files/workspaceFiles.ts";
import type { FailedCommands } from "../context/sources/failedCommands.ts";
import { type Command, editingCommandNames } from "../editor/commandNames.ts";
import type { InstructionAsked } from "../editor/instructionBox.ts";
import { laterCommands, LaterPart } from "../editor/laterPart.ts";
import type { FeatureDeps } from "../view/featureDeps.ts";
import { done } from "../view/pageCalls.ts";
import type { PageFeature } from "../view/pageFeature.ts";
import type { EditingCommand } from "./editingPart.ts";
import { registerQuickFixes } from "./quickFixOffers.ts";
import type { ReviewOwner } from "./review/reviewCommands.ts";
import { VirtualTexts } from "./virtualTexts.ts";

export interface EditingFeature {
  readonly page: PageFeature<typeof editingCalls>;
  readonly commands: Readonly<Record<EditingCommand, Command>>;
  editInPlace(asked: InstructionAsked): Promise<void>;
}

/** Applies code from answers and edits of selections to files. Loads its code at first use. */
export function createEditingFeature(
  deps: FeatureDeps,
  files: WorkspaceFiles,
  failedCommands: FailedCommands,
  moreReviews: () => readonly ReviewOwner[],
): EditingFeature {
  const texts = new VirtualTexts();
  const part = new LaterPart(async () => {
    const { createEditing } = await import("./editingPart.ts");
    return createEditing({ ...deps, files, failedCommands, moreReviews, texts });
  });
  deps.context.subscriptions.push(texts, part, registerQuickFixes());
  return {
    page: {
      handlers: () => ({
        applyCode: async (block) => await done((await part.get()).applyCode(block)),
        newFile: async (block) => await done((await part.get()).newFile(block)),
        runInTerminal: async (block) => await done((await part.get()).runInTerminal(block)),
      }),
    },
    commands: laterCommands(editingCommandNames.filter(isOfPart), () => part.get()),
    editInPlace: async (asked) => await (await part.get()).editInPlace(asked),
  };
}

/** `inlineEdit` is registered separately: its box opens before anything is loaded. */
function isOfPart(name: (typeof editingCommandNames)[number]): name is EditingCommand {
  return name !== "inlineEdit";
}

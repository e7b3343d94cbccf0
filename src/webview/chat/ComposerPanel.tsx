import type { JSX } from "preact";

import { ModePart, RunPart } from "../agent/agentParts.tsx";
import { ContextMeter } from "../context/ContextMeter.tsx";
import { ContextNotes } from "../context/ContextNotes.tsx";
import { DropTarget } from "../context/DropTarget.tsx";
import { SuggestPart } from "../context/SuggestPart.tsx";
import { BudgetChip } from "../governance/BudgetChip.tsx";
import { BudgetPart } from "../governance/BudgetPart.tsx";
import { SensitiveMarks, SensitiveNote } from "../protection/parts.tsx";
import { ToolsChip } from "../tools/ToolsChip.tsx";
import { ImageNotice } from "../turns/ImageNotice.tsx";
import { CompareButton, ModelMenuPart, QueuePart } from "../turns/turnsParts.tsx";
import { ContextList } from "./ContextList.tsx";
import { MessageField } from "./MessageField.tsx";
import { ModelPicker } from "./ModelPicker.tsx";
import { SendOrStop } from "./SendOrStop.tsx";

/** The area around the unsent message; each feature adds one line to one of the three places. */
export function ComposerPanel(): JSX.Element {
  return (
    <div class="composer">
      <DropTarget />
      <AboveMessage />
      <ContextList />
      <div class="composer-box">
        <SuggestPart />
        <MessageField />
        <SensitiveMarks />
        <div class="composer-row">
          <ComposerTools />
          <ComposerFacts />
          <SendOrStop />
        </div>
      </div>
    </div>
  );
}

/** Lists and warnings: the queue, findings in the draft, offers. */
function AboveMessage(): JSX.Element {
  return (
    <>
      <RunPart />
      <BudgetPart />
      <QueuePart />
      <ImageNotice />
      <ContextNotes />
      <SensitiveNote />
    </>
  );
}

/** Controls for models and tools; they shrink first in a narrow view. */
function ComposerTools(): JSX.Element {
  return (
    <div class="composer-tools">
      <ModePart />
      <ModelPicker />
      <CompareButton />
      <ModelMenuPart />
      <ToolsChip />
    </div>
  );
}

/** Figures about the message: context, budget. */
function ComposerFacts(): JSX.Element {
  return (
    <div class="composer-facts">
      <ContextMeter />
      <BudgetChip />
    </div>
  );
}

import type { JSX } from "preact";

import { ModePart } from "../agent/agentParts.tsx";
import { DropTarget } from "../context/DropTarget.tsx";
import { SuggestPart } from "../context/SuggestPart.tsx";
import { SensitiveMarks } from "../protection/parts.tsx";
import { CompareButton, ModelMenuPart } from "../turns/turnsParts.tsx";
import { MessageField } from "./composer/MessageField.tsx";
import { ModelPicker } from "./composer/ModelPicker.tsx";
import { SendOrStop } from "./composer/SendOrStop.tsx";
import { ContextList } from "./ContextList.tsx";
import { AboveMessage, ComposerFacts, ToolsChip } from "./soon.ts";

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
          <div class="composer-facts">
            <ComposerFacts />
          </div>
          <SendOrStop />
        </div>
      </div>
    </div>
  );
}

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

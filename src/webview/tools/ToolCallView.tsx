import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { ApprovalCard } from "./ApprovalCard.tsx";
import { callStates, shownState, type ToolCallProps } from "./callStates.ts";
import { ToolDetails, ToolLine } from "./ToolLine.tsx";
import { useTools } from "./toolsPage.ts";
import { VisibleText } from "./VisibleText.tsx";

export function ToolCallView({ message, part }: ToolCallProps): JSX.Element {
  const words = useWords();
  const { locale } = usePage();
  const tools = useTools();
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting = message.state === "streaming" && part.state === "waiting";
  const approval = isWaiting ? tools.approvalOf(part.callId) : undefined;
  const state = shownState({ message, part }, approval !== undefined);
  const title = tools.state.value?.titles[part.name]?.[locale === "pt-br" ? "ptBr" : "en"];
  return (
    <ToolLine
      state={state}
      title={title ?? <VisibleText text={part.name || "?"} />}
      icon={state === "running" ? "tools" : "check"}
      note={callStates[state].word(words)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {state === "refused" && <AccessLink />}
      {isOpen && <ToolDetails part={part} />}
      {approval && <ApprovalCard key={approval.id} approval={approval} />}
    </ToolLine>
  );
}

function AccessLink(): JSX.Element | null {
  const words = useWords();
  const { state, choose } = useTools();
  return state.value?.access === "read" ? (
    <button type="button" class="link" onClick={() => choose()}>
      {words.toolAllow}
    </button>
  ) : null;
}

import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { useWords } from "../page/useWords.ts";
import { stateNote, type ToolCallProps } from "../tools/callStates.ts";
import { ToolDetails, ToolLine } from "../tools/ToolLine.tsx";
import { ActTitle } from "./ActLine.tsx";
import { useAgent } from "./agentPage.ts";
import { useAgentWords } from "./agentWords.ts";
import { argumentsOf, field } from "./callArguments.ts";
import { isUndecided, useActState } from "./CardPart.tsx";
import { QuestionCard } from "./QuestionCard.tsx";

/** A question of the model, with its buttons while it waits. */
export function QuestionLine({ message, part }: ToolCallProps): JSX.Element {
  const words = useAgentWords();
  const common = useWords();
  const agent = useAgent();
  const [isOpen, setIsOpen] = useState(false);
  const asked = useMemo(() => field(argumentsOf(part.arguments), "question"), [part.arguments]);
  const called = useActState({ message, part });
  const open =
    message.state === "streaming" && isUndecided(part) ? agent.part("question") : undefined;
  const question = open?.callId === part.callId ? open : undefined;
  const state = question ? "waiting" : called;
  return (
    <ToolLine
      state={state}
      icon="question"
      title={<ActTitle verb={words.actAsk(state === "done")} subject={asked} />}
      note={stateNote(common, state)}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      {isOpen && <ToolDetails part={part} />}
      {question && <QuestionCard key={question.id} question={question} />}
    </ToolLine>
  );
}

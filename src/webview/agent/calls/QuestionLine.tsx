import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { useWords } from "../../page/useWords.ts";
import { stateNote, type ToolCallProps } from "../../tools/callStates.ts";
import { ToolDetails, ToolLine } from "../../tools/ToolLine.tsx";
import { isUndecided, useActState } from "../cards/CardPart.tsx";
import { QuestionCard } from "../cards/QuestionCard.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";
import { argumentsOf, field } from "../state/callArguments.ts";
import { ActTitle } from "./ActLine.tsx";

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

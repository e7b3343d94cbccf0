import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { AgentState } from "../../../shared/calls/agentCalls.ts";
import { focusMainControl, useFocusBack } from "../../kit/focus.ts";
import { isSendKey } from "../../kit/keys.ts";
import { usePage } from "../../page/page.ts";
import { VisibleText } from "../../tools/VisibleText.tsx";
import { useAgent } from "../state/agentPage.ts";
import { useAgentWords } from "../state/agentWords.ts";

const maxAnswer = 20_000;

export function QuestionCard({
  question: { id, question, options },
}: {
  readonly question: NonNullable<AgentState["question"]>;
}): JSX.Element {
  const words = useAgentWords();
  const agent = useAgent();
  const { actions, ui } = usePage();
  const [isBusy, setIsBusy] = useState(false);
  useFocusBack(isBusy);
  const answer = async (given: string): Promise<void> => {
    setIsBusy(true);
    const isTaken = await agent.act("answerQuestion", { questionId: id, answer: given });
    setIsBusy(isTaken);
    if (isTaken) {
      actions.keepEdit(id, undefined);
      focusMainControl();
    }
  };
  return (
    <section
      class="approval question"
      role="group"
      aria-label={question}
      data-question
      tabIndex={-1}
    >
      <p class="unseen" role="alert">
        {words.questionNeeded(question)}
      </p>
      <h3 class="approval-head">
        <VisibleText text={question} />
      </h3>
      {options.length > 0 && (
        <div class="buttons">
          {options.map((option) => (
            <button
              key={option}
              type="button"
              class="button quiet"
              disabled={isBusy}
              onClick={() => void answer(option)}
            >
              <VisibleText text={option} />
            </button>
          ))}
        </div>
      )}
      <OwnAnswer
        isBusy={isBusy}
        draft={ui.edits.get(id) ?? ""}
        onDraft={(text) => actions.keepEdit(id, text)}
        onAnswer={(text) => void answer(text)}
      />
    </section>
  );
}

interface OwnAnswerProps {
  readonly isBusy: boolean;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  readonly onAnswer: (text: string) => void;
}

function OwnAnswer({ isBusy, draft, onDraft, onAnswer }: OwnAnswerProps): JSX.Element {
  const words = useAgentWords();
  const [text, setText] = useState(draft);
  const canAnswer = !isBusy && text.trim() !== "";
  return (
    <div class="question-row">
      <textarea
        class="field"
        rows={1}
        maxLength={maxAnswer}
        aria-label={words.answerField}
        placeholder={words.answerField}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          onDraft(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (isSendKey(event) && canAnswer) {
            event.preventDefault();
            onAnswer(text);
          }
        }}
      />
      <button
        type="button"
        class="button quiet"
        disabled={!canAnswer}
        onClick={() => onAnswer(text)}
      >
        {words.answerSend}
      </button>
    </div>
  );
}

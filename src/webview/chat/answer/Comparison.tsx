import type { JSX } from "preact";

import type { AssistantMessage as Message } from "../../../shared/conversation/conversation.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { useTurns } from "../../turns/turnsPage.ts";
import { AssistantMessage } from "./AssistantMessage.tsx";

export function Comparison({ comparisonId }: { readonly comparisonId: string }): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const answers = state.messageIds.value
    .map((id) => state.message(id)?.value)
    .filter((message) => message !== undefined)
    .filter((message): message is Message => isOf(message, comparisonId));
  return (
    <div class="comparison" role="group" aria-label={words.comparison}>
      {answers.map((message) => (
        <Column key={message.id} message={message} />
      ))}
    </div>
  );
}

function Column({ message }: { readonly message: Message }): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const turns = useTurns();
  return (
    <div class="compared">
      <AssistantMessage message={message} />
      <button
        type="button"
        class="button quiet small"
        aria-label={words.keepAnswerOf(state.modelName(message.answeredBy ?? message.model))}
        onClick={() => turns.keepAnswer(message.id)}
      >
        {words.keepAnswer}
      </button>
    </div>
  );
}

function isOf(message: { readonly role: string; readonly comparisonId?: unknown }, id: string) {
  return message.role === "assistant" && message.comparisonId === id;
}

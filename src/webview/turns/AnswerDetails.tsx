import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation/conversation.ts";
import { usePage } from "../page/page.ts";
import { CopiedFacts } from "../page/parts/CopiedFacts.tsx";
import { useWords } from "../page/useWords.ts";
import { answerFacts } from "./answerFacts.ts";

export function AnswerDetails({
  id,
  message,
}: {
  readonly id: string;
  readonly message: AssistantMessage;
}): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  return (
    <div class="details answer-details" id={id} role="group" aria-label={words.answerDetails}>
      <CopiedFacts facts={answerFacts(message, words, format)} />
    </div>
  );
}

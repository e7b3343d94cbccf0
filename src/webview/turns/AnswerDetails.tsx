import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import { CopyButton } from "../page/CopyButton.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { answerFacts } from "./answerFacts.ts";

/** The model that answered, the usage, and the ids by which the hub finds the answer. */
export function AnswerDetails({
  id,
  message,
}: {
  readonly id: string;
  readonly message: AssistantMessage;
}): JSX.Element {
  const words = useWords();
  const { format } = usePage();
  const facts = answerFacts(message, words, format);
  return (
    <div class="details answer-details" id={id} role="group" aria-label={words.answerDetails}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton
        label={words.copyDetails}
        text={() => facts.map(([name, value]) => `${name}: ${value}`).join("\n")}
      />
    </div>
  );
}

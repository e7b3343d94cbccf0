import type { JSX } from "preact";

import type { AssistantMessage } from "../../shared/conversation.ts";
import { messageText } from "../../shared/transcript.ts";
import { usePage } from "../page/page.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import { GoOn } from "./GoOn.tsx";

/** The end of an answer, if it needs an explanation: a sentence, the next step, and its buttons. */
export function AnswerEnd({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const { words } = usePage();
  const hasText = messageText(message) !== "";
  const hasBegun = hasText || message.parts.some(({ kind }) => kind === "toolCall");
  switch (message.state) {
    case "streaming":
      return null;
    case "complete":
      return hasText ? null : <Sentence message={message} headline={words.emptyAnswer} />;
    case "stopped":
      return (
        <Sentence
          message={message}
          headline={hasBegun ? words.stopped : words.stoppedEarly}
          nextStep={hasText ? words.stoppedNext : words.stoppedEarlyNext}
        />
      );
    case "incomplete":
    case "failed":
      return <FailureNotice failure={message.failure ?? { kind: "unknown" }} message={message} />;
    default:
      return message.state satisfies never;
  }
}

interface SentenceProps {
  readonly message: AssistantMessage;
  readonly headline: string;
  readonly nextStep?: string;
}

function Sentence({ message, headline, nextStep }: SentenceProps): JSX.Element {
  return (
    <div class="notice quiet">
      <p>
        {headline} <span class="next-step">{nextStep}</span>
      </p>
      <GoOn message={message} />
    </div>
  );
}

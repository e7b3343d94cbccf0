import type { JSX } from "preact";

import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import { messageText } from "../../../shared/conversation/transcript.ts";
import { useAgent } from "../../agent/state/agentPage.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import { GoOn } from "./GoOn.tsx";

export function AnswerEnd({ message }: { readonly message: AssistantMessage }): JSX.Element | null {
  const words = useWords();
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
      return <Unfinished message={message} />;
    default:
      return message.state satisfies never;
  }
}

function Unfinished({ message }: { readonly message: AssistantMessage }): JSX.Element {
  const { failure = { kind: "unknown" } } = message;
  return failure.kind === "paused" || failure.kind === "run_budget" ? (
    <Pause message={message} failure={failure} />
  ) : (
    <FailureNotice failure={failure} message={message} />
  );
}

interface PauseProps {
  readonly message: AssistantMessage;
  readonly failure: NonNullable<AssistantMessage["failure"]>;
}

/** Hidden while the run's own bar explains the pause. */
function Pause({ message, failure }: PauseProps): JSX.Element | null {
  const { state } = usePage();
  const agent = useAgent();
  const isLast = state.messageIds.value.at(-1) === message.id;
  return isLast && agent.part("run")?.state === "paused" ? null : (
    <FailureNotice failure={failure} message={message} />
  );
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

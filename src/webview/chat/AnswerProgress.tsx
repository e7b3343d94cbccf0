import type { JSX } from "preact";

import type { Turn } from "../../shared/calls/protocol.ts";
import type { AssistantMessage } from "../../shared/conversation.ts";
import { useFailureTexts } from "../page/failureTexts.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";

type Progress = NonNullable<Extract<Turn, { state: "running" }>["progress"]>;

/**
 * Explains a delay (waiting, trying again); otherwise a quiet line until the first text arrives.
 */
export function AnswerProgress({
  message,
}: {
  readonly message: AssistantMessage;
}): JSX.Element | null {
  const words = useWords();
  const { state } = usePage();
  const { turn } = state.view.value;
  const progress =
    turn.state === "running" && turn.messageId === message.id ? turn.progress : undefined;
  if (progress) {
    return <ProgressText progress={progress} />;
  }
  return message.parts.length > 0 ? null : (
    <p class="hint">
      {words.answering}
      <span class="progress" />
    </p>
  );
}

function ProgressText({ progress }: { readonly progress: Progress }): JSX.Element {
  const words = useWords();
  const { format, now } = usePage();
  const describeFailure = useFailureTexts();
  if (progress.kind === "waiting") {
    const waited = Math.max(0, now.value - progress.since);
    return (
      <p class="hint">
        {words.waiting(format.seconds(roundToSecond(waited)))}
        <span class="progress" />
      </p>
    );
  }
  const left = roundToSecond(progress.at - now.value);
  return (
    <p class="hint">
      {describeFailure(progress.failure).headline}{" "}
      {left > 0 ? words.retrying(format.seconds(left)) : words.retryingNow} (
      {words.attempt(format.count(progress.attempt))})
      <span class="progress" />
    </p>
  );
}

function roundToSecond(ms: number): number {
  return Math.round(ms / 1000) * 1000;
}

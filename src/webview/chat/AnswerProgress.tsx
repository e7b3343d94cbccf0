import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

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
  if (progress.kind === "waiting") {
    const waited = Math.max(0, now.value - progress.since);
    return (
      <p class="hint">
        {words.waiting(format.seconds(roundToSecond(waited)))}
        <span class="progress" />
      </p>
    );
  }
  return <Retrying progress={progress} />;
}

/** Counts down for the eye; a screen reader hears it once for each attempt. */
function Retrying({
  progress: { at, attempt, failure },
}: {
  readonly progress: Extract<Progress, { kind: "retrying" }>;
}): JSX.Element {
  const words = useWords();
  const { format, now, say } = usePage();
  const { headline } = useFailureTexts()(failure);
  const left = roundToSecond(at - now.value);
  const when = left > 0 ? words.retrying(format.seconds(left)) : words.retryingNow;
  const text = `${headline} ${when} (${words.attempt(format.count(attempt))})`;
  useEffect(() => say(text), [attempt]);
  return (
    <p class="hint">
      {text}
      <span class="progress" />
    </p>
  );
}

function roundToSecond(ms: number): number {
  return Math.round(ms / 1000) * 1000;
}

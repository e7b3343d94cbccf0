import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { timeLimits } from "../../../shared/base/timeLimits.ts";
import type { Turn } from "../../../shared/calls/protocol.ts";
import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import { messageText } from "../../../shared/conversation/transcript.ts";
import { useFailureTexts } from "../../page/failureTexts.ts";
import { usePage } from "../../page/page.ts";
import { useWords } from "../../page/useWords.ts";

type Progress = NonNullable<Extract<Turn, { state: "running" }>["progress"]>;

/** Explains a delay; otherwise a quiet line until the first text. */
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
    return <ProgressText progress={progress} message={message} />;
  }
  return message.parts.length > 0 ? null : (
    <p class="hint">
      {words.answering}
      <span class="progress" />
    </p>
  );
}

function ProgressText({
  progress,
  message,
}: {
  readonly progress: Progress;
  readonly message: AssistantMessage;
}): JSX.Element {
  const words = useWords();
  const { format, now } = usePage();
  if (progress.kind !== "waiting") {
    return <Retrying progress={progress} />;
  }
  const waited = Math.max(0, now.value - progress.since);
  const isLong = waited >= timeLimits.client.offerWays;
  return (
    <>
      <p class="hint">
        {words.waiting(format.seconds(roundToSecond(waited)))}
        {isLong && ` · ${words.lastSent[progress.last ?? "nothing"]}`}
        <span class="progress" />
      </p>
      {isLong && <WaysOut message={message} />}
    </>
  );
}

/** An answer with text goes on from there, because a run of the agent would begin its task once more. */
function WaysOut({ message }: { readonly message: AssistantMessage }): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const hasText = messageText(message) !== "";
  const askAgain = (): void => {
    actions.stop();
    if (hasText) {
      actions.continueAnswer(message.id);
    } else {
      actions.regenerate(message.id);
    }
  };
  return (
    <div class="buttons">
      <button type="button" class="button small" onClick={askAgain}>
        {hasText ? words.continueAnswer : words.tryAgain}
      </button>
      <button type="button" class="button quiet small" onClick={() => actions.stop()}>
        {words.stop}
      </button>
    </div>
  );
}

/** The countdown is visual; a screen reader hears each attempt once. */
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

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { timeLimits } from "../../../shared/base/timeLimits.ts";
import type { Turn } from "../../../shared/calls/protocol.ts";
import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
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
    return <ProgressText progress={progress} messageId={message.id} />;
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
  messageId,
}: {
  readonly progress: Progress;
  readonly messageId: string;
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
      {isLong && <WaysOut messageId={messageId} />}
    </>
  );
}

function WaysOut({ messageId }: { readonly messageId: string }): JSX.Element {
  const words = useWords();
  const { actions } = usePage();
  const tryAgain = (): void => {
    actions.stop();
    actions.regenerate(messageId);
  };
  return (
    <div class="buttons">
      <button type="button" class="button small" onClick={tryAgain}>
        {words.tryAgain}
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

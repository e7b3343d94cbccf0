import type { JSX } from "preact";

import { Icon } from "./Icon.tsx";
import { usePage } from "./page.ts";

export function SendOrStop(): JSX.Element {
  const { words, composer, actions, state, features } = usePage();
  const { turn, attachments } = state.view.value;
  if (turn.state === "running") {
    return (
      <button
        type="button"
        class="button send"
        aria-label={words.stop}
        title={words.stop}
        onClick={() => actions.stop()}
      >
        <Icon name="stop" />
      </button>
    );
  }
  const isStopped = features.governance.stopped.value !== undefined;
  const isEmpty = composer.text.value.trim() === "" && attachments.length === 0;
  return (
    <button
      type="button"
      class="button send"
      aria-label={words.send}
      title={words.send}
      disabled={isEmpty || isStopped || composer.isSending.value}
      onClick={() => void actions.send()}
    >
      <Icon name="send" />
    </button>
  );
}

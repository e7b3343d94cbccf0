import type { JSX } from "preact";

import { Icon } from "../kit/Icon.tsx";
import { isEmptyMessage } from "../page/emptyMessage.ts";
import { usePage } from "../page/page.ts";

export function SendOrStop(): JSX.Element {
  const { words, composer, actions, state, features } = usePage();
  const { turn, attachments } = state.view.value;
  const isEmpty = isEmptyMessage(composer.text.value, attachments);
  if (turn.state === "running") {
    return (
      <span class="send-buttons">
        {!isEmpty && (
          <button
            type="button"
            class="button quiet send"
            aria-label={words.addToQueue}
            title={words.addToQueue}
            disabled={composer.isSending.value}
            onClick={() => void actions.send()}
          >
            <Icon name="list-unordered" />
          </button>
        )}
        <button
          type="button"
          class="button send"
          aria-label={words.stop}
          title={words.stop}
          onClick={() => actions.stop()}
        >
          <Icon name="stop" />
        </button>
      </span>
    );
  }
  const isStopped = features.governance.stopped.value !== undefined || features.turns.refusesImages;
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

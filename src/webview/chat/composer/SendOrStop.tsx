import type { JSX } from "preact";

import { useGovernance } from "../../governance/governancePage.ts";
import { leaving } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { isEmptyMessage } from "../../page/state/emptyMessage.ts";
import { useTurns } from "../../turns/turnsPage.ts";

export function SendOrStop(): JSX.Element {
  const { words, composer, actions, state, ui } = usePage();
  const governance = useGovernance();
  const turns = useTurns();
  const { turn, attachments } = state.view.value;
  const isEmpty = isEmptyMessage(composer.text.value, attachments);
  if (turn.state === "running") {
    // A run has its own stop button.
    const hasRun = ui.hasRun.value;
    return (
      <span class="send-buttons">
        {(!isEmpty || hasRun) && (
          <button
            type="button"
            class="button quiet send"
            aria-label={words.addToQueue}
            title={words.addToQueue}
            disabled={isEmpty || composer.isSending.value}
            onClick={leaving(() => void actions.send())}
          >
            <Icon name="list-unordered" />
          </button>
        )}
        {!hasRun && (
          <button
            type="button"
            class="button send"
            aria-label={words.stop}
            title={words.stop}
            onClick={leaving(() => actions.stop())}
          >
            <Icon name="stop" />
          </button>
        )}
      </span>
    );
  }
  const isStopped = governance.stopped.value !== undefined || turns.refusesImages;
  return (
    <button
      type="button"
      class="button send"
      aria-label={words.send}
      title={words.send}
      disabled={isEmpty || isStopped || composer.isSending.value}
      onClick={leaving(() => void actions.send())}
    >
      <Icon name="send" />
    </button>
  );
}

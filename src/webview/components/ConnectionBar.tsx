import type { JSX } from "preact";

import { addressProblemText } from "./addressProblem.ts";
import { Icon } from "./Icon.tsx";
import { usePage } from "./page.ts";

/** A conversation is open, but there is nobody to ask. */
export function ConnectionBar(): JSX.Element | null {
  const { state, words, actions } = usePage();
  const { connection } = state.view.value;
  switch (connection.state) {
    case "ready":
    case "connecting":
      return null;
    case "needsToken":
      return (
        <Bar
          text={words.needsTokenBar(connection.host)}
          action={words.setToken}
          onAction={() => actions.setToken()}
        />
      );
    case "needsBaseUrl":
      return (
        <Bar
          text={words.needsBaseUrlBar}
          action={words.openSettings}
          onAction={() => actions.openSettings()}
        />
      );
    case "badBaseUrl":
      return (
        <Bar
          text={addressProblemText(connection.reason, words)}
          action={words.openSettings}
          onAction={() => actions.openSettings()}
        />
      );
    default:
      return connection satisfies never;
  }
}

interface BarProps {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Bar({ text, action, onAction }: BarProps): JSX.Element {
  return (
    <div class="bar">
      <Icon name="info" />
      <p role="alert">{text}</p>
      <button type="button" class="button small" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

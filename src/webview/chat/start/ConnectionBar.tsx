import type { JSX } from "preact";

import { useGovernance } from "../../governance/governancePage.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { lastFailure } from "../../page/state/lastFailure.ts";
import { useWords } from "../../page/useWords.ts";
import { addressProblemText } from "./addressProblem.ts";
import { HubProblemBar } from "./HubProblem.tsx";

/** Hidden if the last answer's card explains the problem. */
export function ConnectionBar(): JSX.Element | null {
  const words = useWords();
  const { state, actions } = usePage();
  const { connection, hubProblem } = state.view.value;
  const told = lastFailure(state)?.kind;
  if (hubProblem) {
    const isShownAbove = state.messageIds.value.length === 0 || told === hubProblem.kind;
    return isShownAbove ? null : <HubProblemBar problem={hubProblem} />;
  }
  switch (connection.state) {
    case "ready":
      return isOnThisMachine(connection.host) ? null : <OfflineBar />;
    case "connecting":
      return null;
    case "needsToken":
      return told === "auth_missing" ? null : <TokenBar host={connection.host} />;
    case "needsBaseUrl":
      return (
        <Bar
          text={words.needsBaseUrlBar}
          action={words.connect}
          onAction={() => actions.changeAddress()}
        />
      );
    case "badBaseUrl":
      return (
        <Bar
          text={addressProblemText(connection.reason, words)}
          action={words.changeAddress}
          onAction={() => actions.changeAddress()}
        />
      );
    default:
      return connection satisfies never;
  }
}

function OfflineBar(): JSX.Element | null {
  const words = useWords();
  const governance = useGovernance();
  return governance.isOffline.value ? (
    <div class="bar">
      <Icon name="warning" />
      <p role="alert">{words.offline}</p>
    </div>
  ) : null;
}

function isOnThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/u.test(host);
}

function TokenBar({ host }: { readonly host: string }): JSX.Element {
  const words = useWords();
  const { state, actions } = usePage();
  const canSignIn = state.view.value.canSignIn === true;
  return (
    <Bar
      text={words.needsTokenBar(host)}
      action={canSignIn ? words.signIn : words.setToken}
      onAction={() => (canSignIn ? actions.signIn() : actions.setToken())}
    />
  );
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

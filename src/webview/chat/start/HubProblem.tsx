import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import type { Failure } from "../../../shared/failures/failure.ts";
import { focusIfNothingIs, mainControlAttribute, useFocusBack } from "../../kit/focus.ts";
import { Icon } from "../../kit/Icon.tsx";
import { usePage } from "../../page/page.ts";
import { lazyPart } from "../../page/parts/lazyPart.tsx";
import { useWords } from "../../page/useWords.ts";
import type { HubProblemTextProps } from "./HubProblemText.tsx";

const HubProblemText = lazyPart<HubProblemTextProps>(
  async () => (await import("./HubProblemText.tsx")).HubProblemText,
);

export interface HubProblemProps {
  readonly problem: Failure;
}

export function HubProblem({ problem }: HubProblemProps): JSX.Element {
  const words = useWords();
  const { state } = usePage();
  const hasComposer = state.view.value.connection.state === "ready";
  useEffect(focusIfNothingIs, []);
  return (
    <div class="middle">
      <div class="intro">
        <h2>{words.hubProblemTitle}</h2>
        <HubProblemText problem={problem} />
        <WaysOn problem={problem} isMain={!hasComposer} />
      </div>
    </div>
  );
}

export function HubProblemBar({ problem }: HubProblemProps): JSX.Element {
  return (
    <div class="bar">
      <Icon name="warning" />
      <div class="bar-text">
        <HubProblemText problem={problem} isQuiet />
        <WaysOn problem={problem} />
      </div>
    </div>
  );
}

function WaysOn({
  problem,
  isMain,
}: HubProblemProps & {
  readonly isMain?: boolean;
}): JSX.Element {
  const words = useWords();
  const { actions, state } = usePage();
  const { canSignIn = false } = state.view.value;
  const [isAsking, setIsAsking] = useState(false);
  useFocusBack(isAsking);
  const ask = async (): Promise<void> => {
    setIsAsking(true);
    await actions.checkHub();
    setIsAsking(false);
  };
  const isToken = problem.kind === "auth_invalid" || problem.kind === "auth_expired";
  const first = isToken
    ? canSignIn
      ? { label: words.signIn, run: () => actions.signIn() }
      : { label: words.updateToken, run: () => actions.setToken() }
    : { label: words.tryAgain, run: () => void ask() };
  return (
    <div class="buttons">
      <button
        type="button"
        class="button small"
        disabled={isAsking}
        onClick={first.run}
        {...(isMain === true && { [mainControlAttribute]: "" })}
      >
        {first.label}
      </button>
      <button type="button" class="button quiet small" onClick={() => actions.diagnose()}>
        {words.diagnose}
      </button>
      <button type="button" class="button quiet small" onClick={() => actions.changeAddress()}>
        {words.changeAddress}
      </button>
      {isAsking && <div class="progress" />}
    </div>
  );
}

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { Failure } from "../../shared/failure.ts";
import { mainControlAttribute } from "../kit/focus.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";

export interface HubProblemProps {
  readonly problem: Failure;
}

/** In place of an empty chat: why the hub cannot be used, and the ways on. */
export function HubProblem({ problem }: HubProblemProps): JSX.Element {
  const { words, describeFailure, state } = usePage();
  const hasComposer = state.view.value.connection.state === "ready";
  const { headline, nextStep } = describeFailure(problem);
  return (
    <div class="middle">
      <div class="intro">
        <h2>{words.hubProblemTitle}</h2>
        <p role="alert">
          {headline} {nextStep}
        </p>
        <WaysOn problem={problem} isMain={!hasComposer} />
      </div>
    </div>
  );
}

/** The same below a conversation. */
export function HubProblemBar({ problem }: HubProblemProps): JSX.Element {
  const { headline, nextStep } = usePage().describeFailure(problem);
  return (
    <div class="bar">
      <Icon name="warning" />
      <div class="bar-text">
        <p role="alert">
          {headline} <span class="next-step">{nextStep}</span>
        </p>
        <WaysOn problem={problem} />
      </div>
    </div>
  );
}

function WaysOn({
  problem,
  isMain,
}: HubProblemProps & {
  /** Takes the focus that the composer would have. */
  readonly isMain?: boolean;
}): JSX.Element {
  const { words, actions } = usePage();
  const [isAsking, setIsAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setIsAsking(true);
    await actions.checkHub();
    setIsAsking(false);
  };
  const isToken = problem.kind === "auth_invalid" || problem.kind === "auth_expired";
  const first = isToken
    ? { label: words.updateToken, run: () => actions.setToken() }
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

import type { JSX } from "preact";

import type { Failure } from "../../shared/failure.ts";
import { useFailureTexts } from "../page/failureTexts.ts";

export interface HubProblemTextProps {
  readonly problem: Failure;
  /** The next step stands back, as below a conversation. */
  readonly isQuiet?: boolean;
}

/** Why the hub cannot be used, and what to do. */
export function HubProblemText({ problem, isQuiet = false }: HubProblemTextProps): JSX.Element {
  const { headline, nextStep } = useFailureTexts()(problem);
  return (
    <p role="alert">
      {headline} {isQuiet ? <span class="next-step">{nextStep}</span> : nextStep}
    </p>
  );
}

import type { JSX } from "preact";

import type { Failure } from "../../../shared/failures/failure.ts";
import { useFailureTexts } from "../../page/failureTexts.ts";

export interface HubProblemTextProps {
  readonly problem: Failure;
  readonly isQuiet?: boolean;
}

export function HubProblemText({ problem, isQuiet = false }: HubProblemTextProps): JSX.Element {
  const { headline, nextStep } = useFailureTexts()(problem);
  return (
    <p role="alert">
      {headline} {isQuiet ? <span class="next-step">{nextStep}</span> : nextStep}
    </p>
  );
}

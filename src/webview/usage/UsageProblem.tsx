import type { JSX } from "preact";

import type { Failure } from "../../shared/failures/failure.ts";
import { describeFailure } from "../../shared/failures/failureWords.ts";
import { useUsage } from "./usageContext.ts";
import type { Loaded } from "./usageState.ts";

export function UsageProblem({ loaded }: { readonly loaded: Loaded }): JSX.Element {
  const { state, words } = useUsage();
  const { headline, nextStep } = useProblemText(loaded);
  const kind = loaded.failure?.kind ?? "unknown";
  const isAboutToken = kind.startsWith("auth_");
  return (
    <section class="problem-card" data-kind={kind}>
      <p role="alert">
        {headline} <span class="hint">{nextStep}</span>
      </p>
      <div class="buttons">
        {isAboutToken && (
          <button type="button" class="button" onClick={() => state.setToken()}>
            {words.setToken}
          </button>
        )}
        <button
          type="button"
          class={isAboutToken ? "button quiet" : "button"}
          onClick={() => void state.load()}
        >
          {words.tryAgain}
        </button>
        <button type="button" class="button quiet" onClick={() => state.diagnose()}>
          {words.diagnose}
        </button>
      </div>
    </section>
  );
}

function useProblemText({ failure, isSilent }: Loaded): {
  readonly headline: string;
  readonly nextStep: string;
} {
  const { words, language } = useUsage();
  if (isSilent) {
    return { headline: words.hostSilent, nextStep: "" };
  }
  return failure !== undefined && isUnsupported(failure)
    ? { headline: words.unsupported, nextStep: words.unsupportedNext }
    : describeFailure(failure ?? { kind: "unknown" }, language.locale);
}

/** True if the hub answers, but does not support the request. */
function isUnsupported({ kind, httpStatus }: Failure): boolean {
  return httpStatus === 404 || httpStatus === 405 || httpStatus === 501 || kind === "not_a_hub";
}

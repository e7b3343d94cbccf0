import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import type { Failure } from "../../shared/failures/failure.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { useGovernance } from "./governancePage.ts";

export function RateNotice({ failure }: { readonly failure: Failure }): JSX.Element {
  const words = useWords();
  const { format, now } = usePage();
  const governance = useGovernance();
  const isWaiting = failure.retryAt !== undefined && failure.retryAt > now.value;
  const hasWaited = useRef(isWaiting);
  hasWaited.current ||= isWaiting;
  const rates = governance.report.value?.rates ?? [];
  const limits = rates.flatMap(({ unit, limit }) => {
    const shown = limit === undefined ? undefined : format.count(limit);
    return shown === undefined
      ? []
      : unit === "requests"
        ? [words.limitRequests(shown)]
        : unit === "tokens"
          ? [words.limitTokens(shown)]
          : unit === "parallel"
            ? [words.limitParallel(shown)]
            : [];
  });
  return (
    <>
      {limits.length > 0 && <p class="hint">{limits.join(" ")}</p>}
      <p class="hint status" role="status">
        {hasWaited.current && !isWaiting ? words.canTryAgain : ""}
      </p>
    </>
  );
}

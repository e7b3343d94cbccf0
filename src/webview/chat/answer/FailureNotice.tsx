import type { JSX } from "preact";

import type { AssistantMessage } from "../../../shared/conversation/conversation.ts";
import type { Failure } from "../../../shared/failures/failure.ts";
import type { FailureText } from "../../../shared/failures/failureText.ts";
import { budgetSentences } from "../../governance/budgetSentences.ts";
import { useGovernance } from "../../governance/governancePage.ts";
import { ModelAlternatives } from "../../governance/ModelAlternatives.tsx";
import { RateNotice } from "../../governance/RateNotice.tsx";
import { Icon } from "../../kit/Icon.tsx";
import { unbroken } from "../../kit/unbroken.tsx";
import { useFailureTexts } from "../../page/failureTexts.ts";
import { usePage } from "../../page/page.ts";
import { lazyPart } from "../../page/parts/lazyPart.tsx";
import { useWords } from "../../page/useWords.ts";
import { needsSensitiveHelp, SensitiveHelp } from "../../protection/parts.tsx";
import { FailureDetails } from "./FailureDetails.tsx";
import { GoOn } from "./GoOn.tsx";

const BudgetWays = lazyPart(
  async () => (await import("../../governance/BudgetWays.tsx")).BudgetWays,
);

export interface FailureNoticeProps {
  readonly failure: Failure;
  readonly message?: AssistantMessage;
  readonly isQuiet?: boolean;
}

/** Only the page's last notice interrupts a screen reader. */
export function FailureNotice({ failure, message, isQuiet }: FailureNoticeProps): JSX.Element {
  const { state } = usePage();
  const isLast = message !== undefined && state.messageIds.value.at(-1) === message.id;
  const { headline, nextStep } = useSentences(failure, message, isLast);
  return (
    <div
      class={isQuiet === true ? "notice quiet" : "notice"}
      {...(message === undefined && { "data-kind": failure.kind })}
    >
      <div class="notice-text">
        <Icon name={isQuiet === true ? "info" : "warning"} />
        <p {...(isLast && { role: "alert" })}>
          {unbroken(headline)} <span class="next-step">{nextStep}</span>
        </p>
      </div>
      <Quote failure={failure} />
      {isLast && <Countdown failure={failure} />}
      {isLast && failure.kind === "rate_limited" && <RateNotice failure={failure} />}
      {isLast && isAboutModel(failure) && <ModelAlternatives message={message} />}
      {message && <WaysOn message={message} isLast={isLast} />}
      <FailureDetails failure={failure} />
    </div>
  );
}

function WaysOn({
  message,
  isLast,
}: {
  readonly message: AssistantMessage;
  readonly isLast: boolean;
}): JSX.Element {
  const { stopped } = useGovernance();
  if (stopped.value?.messageId === message.id) {
    return <BudgetWays />;
  }
  const isSensitive = message.failure !== undefined && needsSensitiveHelp(message.failure.kind);
  return isLast && isSensitive ? <SensitiveHelp message={message} /> : <GoOn message={message} />;
}

const maxQuote = 300;

/** Shown if only the status determined the kind. */
function Quote({ failure }: { readonly failure: Failure }): JSX.Element | null {
  const words = useWords();
  const { isGeneral, raw = "" } = failure;
  const line = raw.trim().split("\n", 1)[0] ?? "";
  if (isGeneral !== true || line === "") {
    return null;
  }
  const quote = line.length > maxQuote ? `${line.slice(0, maxQuote)}…` : line;
  return <p class="hint">{words.hubSays(`“${quote}”`)}</p>;
}

function isAboutModel({ kind }: Failure): boolean {
  return kind === "policy_model" || kind === "model_not_found";
}

const countedMs = 600_000;

function useSentences(
  failure: Failure,
  message: AssistantMessage | undefined,
  isLast: boolean,
): FailureText {
  const words = useWords();
  const { now, locale } = usePage();
  const stop = useGovernance().stopped.value;
  const describeFailure = useFailureTexts();
  const { retryAt, ...rest } = failure;
  const isFarOff = isLast && retryAt !== undefined && retryAt - now.value > countedMs;
  const ofBudget =
    stop?.messageId === message?.id && stop ? budgetSentences(stop, { words, locale }) : undefined;
  return (
    ofBudget ?? describeFailure(isFarOff || failure.kind === "budget_exhausted" ? failure : rest)
  );
}

function Countdown({ failure }: { readonly failure: Failure }): JSX.Element | null {
  const words = useWords();
  const { format, now } = usePage();
  const left = (failure.retryAt ?? 0) - now.value;
  if (left <= 0 || left > countedMs || failure.kind === "budget_exhausted") {
    return null;
  }
  return <p class="hint">{words.tryAgainIn(format.seconds(Math.ceil(left / 1000) * 1000))}</p>;
}

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { focusMainControl, useFocusBack } from "../kit/focus.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import type { Decided } from "./toolsPage.ts";
import { VisibleText } from "./VisibleText.tsx";

export function useDecision(): {
  readonly settle: (decide: () => Promise<Decided>) => void;
  readonly isBusy: boolean;
  readonly problem: Decided | undefined;
} {
  const [problem, setProblem] = useState<Decided>();
  const [isBusy, setIsBusy] = useState(false);
  useFocusBack(isBusy);
  const settle = async (decide: () => Promise<Decided>): Promise<void> => {
    setIsBusy(true);
    const outcome = await decide();
    setProblem(outcome);
    // A decided card stays busy until the host removes it: no second click.
    setIsBusy(outcome === "done");
    if (outcome === "done") {
      focusMainControl();
    }
  };
  return { isBusy, problem, settle: (decide) => void settle(decide) };
}

export function CardWarnings({
  sentences,
}: {
  readonly sentences: readonly string[];
}): JSX.Element | null {
  return sentences.length === 0 ? null : (
    <ul class="approval-warnings">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Icon name="warning" />
          <span>
            <VisibleText text={sentence} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function CardProblem({
  problem,
}: {
  readonly problem: Decided | undefined;
}): JSX.Element | null {
  const words = useWords();
  switch (problem) {
    case "wrongWord":
      return <p role="alert">{words.approvalWrongWord}</p>;
    case "tooEarly":
      return <p role="alert">{words.approvalTooEarly}</p>;
    case "notAcknowledged":
      return <p role="alert">{words.approvalNotTicked}</p>;
    case "gone":
    case "failed":
      return <p role="alert">{words.approvalGone}</p>;
    case "done":
    case undefined:
      return null;
    default:
      return problem satisfies never;
  }
}

/** The time before an expiry from which it is shown, in milliseconds. */
const soon = 60 * 60_000;

/** Whole minutes; seconds in the last minute. */
export function TimeLeft({ expiresAt }: { readonly expiresAt: number }): JSX.Element | null {
  const words = useWords();
  const { format, now } = usePage();
  const left = expiresAt - now.value;
  if (left <= 0 || left > soon) {
    return null;
  }
  const isLong = left > 60_000;
  const time = isLong
    ? `${format.count(Math.floor(left / 60_000))}\u00a0min`
    : format.seconds(Math.ceil(left / 1000) * 1000);
  return <span class="hint">{words.approvalExpires(time)}</span>;
}

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { dateText } from "../../shared/amountText.ts";
import { remainingOf } from "../../shared/budgets.ts";
import { budgetLine } from "../../shared/budgetText.ts";
import { useFocusBack } from "../kit/focus.ts";
import { Icon } from "../kit/Icon.tsx";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";
import { useGovernance } from "./governancePage.ts";

/** Explains why the message cannot be sent, how much of the budget is used, and the next steps. */
export function BudgetBar(): JSX.Element | null {
  const words = useWords();
  const { locale } = usePage();
  const { stopped, checkBudgets, sendAnyway, showUsage } = useGovernance();
  const [isChecking, setIsChecking] = useState(false);
  const stop = stopped.value;
  if (!stop) {
    return null;
  }
  const { layer, failure } = stop;
  const renewsAt = failure.retryAt ?? layer?.renewsAt;
  // The renewal time has its own sentence.
  const { renewsAt: _, ...amounts } = layer ?? { kind: "other" as const, unit: "money" as const };
  const vocabulary = budgetVocabulary({ words, locale });
  const name = vocabulary.names[amounts.kind];
  // A request that needs more than the remaining budget is refused although some budget is left.
  const isLeft = layer !== undefined && Number(remainingOf(layer) ?? 0) > 0;
  useFocusBack(isChecking);
  const check = async (): Promise<void> => {
    setIsChecking(true);
    await checkBudgets();
    setIsChecking(false);
  };
  return (
    <div class="budget-bar" role="status">
      <Icon name="warning" />
      <div>
        <p>
          {isLeft ? words.budgetTooSmall(name) : words.budgetStopped(name)}{" "}
          {layer && <span class="next-step">{budgetLine(amounts, vocabulary)}</span>}
        </p>
        <p class="hint">
          {renewsAt === undefined
            ? words.budgetStoppedNext
            : words.budgetStoppedRenews(dateText(renewsAt, locale))}
        </p>
        <div class="buttons">
          <button
            type="button"
            class="button small"
            disabled={isChecking}
            onClick={() => void check()}
          >
            {isChecking ? words.checking : words.checkAgain}
          </button>
          <button type="button" class="button quiet small" onClick={showUsage}>
            {words.showUsage}
          </button>
          <button type="button" class="button quiet small" onClick={sendAnyway}>
            {words.sendAnyway}
          </button>
        </div>
      </div>
    </div>
  );
}

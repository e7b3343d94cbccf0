import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { budgetLine, type BudgetVocabulary } from "../../shared/hubApi/budgetText.ts";
import type { BudgetLayer } from "../../shared/hubApi/usageReport.ts";
import { useFocusBack } from "../kit/focus.ts";
import { usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";
import { useGovernance } from "./governancePage.ts";

export function BudgetWays(): JSX.Element {
  const words = useWords();
  const { actions, locale } = usePage();
  const { stopped, checkBudgets, sendAnyway, showUsage } = useGovernance();
  const [isChecking, setIsChecking] = useState(false);
  useFocusBack(isChecking);
  const check = async (): Promise<void> => {
    setIsChecking(true);
    await checkBudgets();
    setIsChecking(false);
  };
  const others = [
    [words.showUsage, showUsage],
    [words.chooseModel, () => actions.openPicker()],
    [words.sendAnyway, sendAnyway],
  ] as const;
  const layer = stopped.value?.layer;
  return (
    <>
      {layer && <p class="hint">{amounts(layer, budgetVocabulary({ words, locale }))}</p>}
      <div class="buttons">
        <button
          type="button"
          class="button small"
          disabled={isChecking}
          onClick={() => void check()}
        >
          {isChecking ? words.checking : words.checkAgain}
        </button>
        {others.map(([label, run]) => (
          <button key={label} type="button" class="button quiet small" onClick={run}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

/** The amounts of a budget, without the renewal time, which the card's first sentences contain. */
function amounts(layer: BudgetLayer, vocabulary: BudgetVocabulary): string {
  return budgetLine({ ...layer, renewsAt: undefined }, vocabulary);
}

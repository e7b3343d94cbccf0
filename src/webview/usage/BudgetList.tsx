import type { JSX } from "preact";

import { percentText } from "../../shared/hubApi/amountText.ts";
import { budgetLevel, usedShare } from "../../shared/hubApi/budgets.ts";
import { budgetLine } from "../../shared/hubApi/budgetText.ts";
import type { BudgetLayer } from "../../shared/hubApi/usageReport.ts";
import { budgetVocabulary } from "../governance/budgetVocabulary.ts";
import { useUsage } from "./usageContext.ts";

export function BudgetList({ budgets }: { readonly budgets: readonly BudgetLayer[] }): JSX.Element {
  const { words, language } = useUsage();
  const vocabulary = budgetVocabulary(language);
  return (
    <section aria-labelledby="budgets">
      <h2 id="budgets">{words.budgets}</h2>
      {budgets.length === 0 && <p class="hint">{words.noBudgets}</p>}
      <ul class="budgets">
        {budgets.map((layer, at) => (
          <li key={`${layer.kind}-${at}`} class={`budget ${budgetLevel(layer)}`}>
            <div class="budget-head">
              <h3>
                {vocabulary.names[layer.kind]}
                {layer.name !== undefined && <span class="hint"> {layer.name}</span>}
              </h3>
              <Share layer={layer} />
            </div>
            <Bar layer={layer} />
            <p class="hint">{budgetLine(layer, vocabulary)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Share({ layer }: { readonly layer: BudgetLayer }): JSX.Element | null {
  const { words, language } = useUsage();
  const share = usedShare(layer);
  return share === undefined ? null : (
    <span class="figure">{words.share(percentText(share, language.locale))}</span>
  );
}

function Bar({ layer }: { readonly layer: BudgetLayer }): JSX.Element | null {
  const vocabulary = budgetVocabulary(useUsage().language);
  const share = usedShare(layer);
  // A bar for an unknown share would be wrong.
  return share === undefined ? null : (
    <div
      class="meter"
      role="meter"
      aria-label={vocabulary.names[layer.kind]}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, Math.max(0, share)) * 100)}
      aria-valuetext={budgetLine(layer, vocabulary)}
    >
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect x="0" y="0" width={Math.min(100, Math.max(0, share * 100))} height="1" />
      </svg>
    </div>
  );
}

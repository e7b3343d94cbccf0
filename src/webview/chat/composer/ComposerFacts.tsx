import type { JSX } from "preact";

import { ContextMeter } from "../../context/ContextMeter.tsx";
import { BudgetChip } from "../../governance/BudgetChip.tsx";

export function ComposerFacts(): JSX.Element {
  return (
    <>
      <ContextMeter />
      <BudgetChip />
    </>
  );
}

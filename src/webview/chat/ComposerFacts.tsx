import type { JSX } from "preact";

import { ContextMeter } from "../context/ContextMeter.tsx";
import { BudgetChip } from "../governance/BudgetChip.tsx";

/** Figures about the message: context, budget. */
export function ComposerFacts(): JSX.Element {
  return (
    <>
      <ContextMeter />
      <BudgetChip />
    </>
  );
}

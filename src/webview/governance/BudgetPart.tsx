import type { JSX } from "preact";

import { lazyPart } from "../page/lazyPart.tsx";
import { useGovernance } from "./governancePage.ts";

const BudgetBar = lazyPart(async () => (await import("./BudgetBar.tsx")).BudgetBar);

/** Why the message cannot be sent, while a budget stops it. */
export function BudgetPart(): JSX.Element | null {
  return useGovernance().stopped.value ? <BudgetBar /> : null;
}

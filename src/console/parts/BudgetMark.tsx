import type { JSX } from "preact";

import { useConsole } from "../app/console.ts";
import { budgetState } from "../data/budgetShare.ts";
import type { Budget } from "../data/types.ts";
import { Tag } from "./Tag.tsx";

export function BudgetMark({ budget }: { readonly budget: Budget }): JSX.Element | null {
  const { words } = useConsole();
  const state = budgetState(budget);
  return state === "fine" ? null : (
    <Tag look={state === "used" ? "bad" : "warn"}>{words.value.budgetState[state]}</Tag>
  );
}

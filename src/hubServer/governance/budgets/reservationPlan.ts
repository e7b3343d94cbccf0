import type { Caller } from "../../auth/caller.ts";
import type { BudgetRecord, Price, UsageSubject } from "../../store/records.ts";
import type { BudgetClaim, Reservation } from "../../store/store.ts";
import type { Configuration } from "../policy/recordCache.ts";
import type { Month } from "./period.ts";
import type { RunWish } from "./runCap.ts";
import type { TokenWish } from "./tokenWish.ts";

export interface PlannedRequest {
  readonly configuration: Configuration;
  readonly caller: Caller;
  readonly subject: UsageSubject;
  readonly wish: TokenWish;
  readonly run: RunWish | undefined;
  readonly inputTokens: number;
  /** The most tokens that the input can have. With an estimate, a burst could overspend. */
  readonly mostInputTokens: number;
  readonly cachesHour: boolean;
  readonly further?: { readonly price: Price | undefined };
}

export interface Plan extends PlannedRequest {
  readonly highest: Price;
  readonly reservation: Reservation;
  readonly isFree: boolean;
  readonly isCounted: boolean;
  readonly budgets: readonly BudgetRecord[];
  readonly month: Month;
  readonly runClaims: readonly BudgetClaim[];
}

export function isCovered({ highest: needed }: Plan, { highest: reserved }: Plan): boolean {
  return needed.input <= reserved.input && needed.output <= reserved.output;
}

/** The request's budgets that were made after its reservation; their opening lacks it. */
export function budgetsMadeSince(
  { caller, budgets, configuration }: Plan,
  current: Configuration,
): readonly BudgetRecord[] {
  const known = new Set(budgets.map(({ id }) => id));
  return current === configuration
    ? []
    : current.budgetsOf(caller).filter(({ id }) => !known.has(id));
}

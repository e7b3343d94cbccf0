import type { Caller } from "../auth/caller.ts";
import type { BudgetRecord, UsageSubject } from "../store/records.ts";
import type { BudgetClaim, Reservation } from "../store/store.ts";
import type { Month } from "./period.ts";
import type { Configuration } from "./recordCache.ts";
import type { RunWish } from "./runCap.ts";
import type { TokenWish } from "./tokenWish.ts";

/** A request that policy and data protection admit. */
export interface PlannedRequest {
  readonly configuration: Configuration;
  readonly caller: Caller;
  readonly subject: UsageSubject;
  readonly wish: TokenWish;
  readonly run: RunWish | undefined;
  /** The estimate, which rates count. */
  readonly inputTokens: number;
  /**
   * The upper bound, which budgets reserve: with the estimate, a burst could spend more than there
   * is.
   */
  readonly mostInputTokens: number;
}

/** The data for a reservation and for the steps after it. */
export interface Plan extends PlannedRequest {
  readonly reservation: Reservation;
  /** The answer is neither limited nor counted: it is never cut. */
  readonly isFree: boolean;
  readonly budgets: readonly BudgetRecord[];
  readonly month: Month;
  /** The client hears about the first that has a limit; empty without a run. */
  readonly runClaims: readonly BudgetClaim[];
}

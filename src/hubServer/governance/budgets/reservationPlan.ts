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
  /** The estimate, counted by rates. */
  readonly inputTokens: number;
  /** The upper bound, reserved in budgets: with estimates, a burst could overspend. */
  readonly mostInputTokens: number;
  readonly cachesHour: boolean;
  readonly further?: { readonly price: Price | undefined };
}

export interface Plan extends PlannedRequest {
  /** The highest price that may apply. */
  readonly highest: Price;
  readonly reservation: Reservation;
  /** Neither limited nor counted, so never cut. */
  readonly isFree: boolean;
  readonly budgets: readonly BudgetRecord[];
  readonly month: Month;
  /** The client sees the first limited claim; empty without a run. */
  readonly runClaims: readonly BudgetClaim[];
}

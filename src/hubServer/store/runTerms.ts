import type { Amount, Time } from "./records.ts";

/** The store applies the first claim's `limit`, until a claim whose `was` equals it replaces it. */
export interface RunTerms {
  readonly was?: Amount;
  /** Bounds any stored limit. */
  readonly most?: Amount;
  /** Then, without an open request, the store removes the run. */
  readonly keepUntil: Time;
}

/** In place of a month. */
export const runPeriod = "run";

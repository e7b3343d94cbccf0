import type { Amount, Time } from "./records.ts";

/**
 * Terms of a run's cap. The store keeps the first claim's `limit` for all later claims; a claim
 * whose `was` equals the stored limit replaces it once.
 */
export interface RunTerms {
  readonly was?: Amount;
  /** Upper bound of the limit, whatever is stored. */
  readonly most?: Amount;
  /** After this time, and without an open request, the store removes the run. */
  readonly keepUntil: Time;
}

/** Period of a run's cap, in place of a month. */
export const runPeriod = "run";

import type { Amount, Time } from "./records.ts";

/** The store applies the first claim's `limit`, until a claim whose `was` equals it replaces it. */
export interface RunTerms {
  readonly was?: Amount;
  /** The highest limit that counts, whatever is stored. */
  readonly most?: Amount;
  /** After this time, and without an open request, the store removes the run. */
  readonly keepUntil: Time;
}

/** Period of a run's cap, in place of a month. */
export const runPeriod = "run";

import type { Amount, Time } from "./records.ts";

/**
 * The terms of a run's cap. The first claim's `limit` is stored and holds for all later ones; a
 * claim that names the stored limit as `was` replaces it, once.
 */
export interface RunTerms {
  readonly was?: Amount;
  /** No limit above this one counts, whichever is stored. */
  readonly most?: Amount;
  /** After this time, and without an open request, the store forgets the run. */
  readonly keepUntil: Time;
}

/** The period of a run's cap, which has no month. */
export const runPeriod = "run";

import type { Amount, Time } from "./records.ts";

/** The store applies the first claim's `limit`, until a claim whose `was` equals it replaces it. */
export interface RunTerms {
  readonly was?: Amount;
  /** The highest limit that counts, whatever is stored. */
  readonly most?: Amount;
  /** After this time, and without an open request, the store removes the run. */
  readonly keepUntil: Time;
}

interface HeldRun {
  readonly limit: Amount;
  readonly keepUntil: Time;
}

/** The row of a run after this claim; undefined if the claim belongs to no run. */
export function heldByRun(
  { limit, run }: { readonly limit: Amount; readonly run?: RunTerms },
  stored: { readonly [Name in keyof HeldRun]?: HeldRun[Name] | undefined },
): HeldRun | undefined {
  return (
    run && {
      limit: stored.limit === undefined || stored.limit === run.was ? limit : stored.limit,
      keepUntil: Math.max(stored.keepUntil ?? 0, run.keepUntil),
    }
  );
}

/** Period of a run's cap, in place of a month. */
export const runPeriod = "run";

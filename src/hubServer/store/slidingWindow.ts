import type { RateState } from "./store.ts";

export interface RateBucket {
  readonly lastAt: number;
  readonly amount: number;
}

export const windowMs = 60_000;
export const bucketMs = 1_000;

export const parallelRetryMs = 1_000;

/**
 * A sliding window over buckets of one second: in *any* 60 s, at most the limit. GCRA lets twice the limit pass around
 * a window's edge or, with a small burst, refuses requests within the limit. A bucket counts until its newest part is a
 * minute old.
 */
export function usedInWindow(buckets: readonly RateBucket[], now: number): number {
  return current(buckets, now).reduce((sum, { amount }) => sum + amount, 0);
}

/** Milliseconds until `amount` fits: 0 if it fits now, a whole window if it never fits. */
export function waitFor(
  amount: number,
  limit: number,
  buckets: readonly RateBucket[],
  now: number,
): number {
  let excess = usedInWindow(buckets, now) + amount - limit;
  if (excess <= 0) {
    return 0;
  }
  for (const bucket of current(buckets, now).toSorted((a, b) => a.lastAt - b.lastAt)) {
    excess -= bucket.amount;
    if (excess <= 0) {
      return bucket.lastAt + windowMs - now;
    }
  }
  return windowMs;
}

export function rateState(limit: number, buckets: readonly RateBucket[], now: number): RateState {
  const entries = current(buckets, now).filter(({ amount }) => amount > 0);
  const newest = Math.max(...entries.map(({ lastAt }) => lastAt), now - windowMs);
  return {
    limit,
    remaining: Math.max(0, limit - usedInWindow(buckets, now)),
    resetMs: newest + windowMs - now,
  };
}

/** A quarter of the rest after the input: near the limit a request waits instead of receiving a cut answer. */
export function leastOutput(wished: number, limit: number, inputTokens: number): number {
  return Math.min(wished, Math.max(1, Math.floor((limit - inputTokens) / 4)));
}

/** Buckets without those far in the future: a clock that was set back must not block a caller. */
function current(buckets: readonly RateBucket[], now: number): readonly RateBucket[] {
  return buckets.filter(({ lastAt }) => lastAt > now - windowMs && lastAt <= now + windowMs);
}

import type { RateState } from "./store.ts";

/** What passed within one second, as one entry: it leaves the window when its newest part is a minute old. */
export interface RateBucket {
  readonly lastAt: number;
  readonly amount: number;
}

export const windowMs = 60_000;
export const bucketMs = 1_000;

/** What to suggest when only the end of another request can help, and nobody knows when that will be. */
export const parallelRetryMs = 1_000;

/**
 * A limit per minute as a sliding window over buckets of one second: in *any* 60 s no more than the limit
 * passes. Plain GCRA with a burst of the limit lets twice the limit pass around a window's edge, and GCRA
 * with a small burst refuses what the limit allows; the window does neither. A bucket counts wholly until
 * its newest part leaves, so that the error is on the safe side and below one second; a bucket with one
 * request has none. Buckets are at most 61 for one token.
 */
export function usedInWindow(buckets: readonly RateBucket[], now: number): number {
  return current(buckets, now).reduce((sum, { amount }) => sum + amount, 0);
}

/** Milliseconds until `amount` more fits, 0 if it does now; a whole window for what never fits. */
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

/**
 * Tokens that a request may take for its answer under a limit per minute. An answer is not cut because the
 * window happens to be nearly full: the request waits until a quarter of what the limit could ever allow it
 * (or its wish) is free.
 */
export function leastOutput(wished: number, limit: number, inputTokens: number): number {
  return Math.min(wished, Math.max(1, Math.floor((limit - inputTokens) / 4)));
}

/** A clock that was set back by more than a window must not lock anybody out: what is further ahead is ignored. */
function current(buckets: readonly RateBucket[], now: number): readonly RateBucket[] {
  return buckets.filter(({ lastAt }) => lastAt > now - windowMs && lastAt <= now + windowMs);
}

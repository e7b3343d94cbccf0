import type { RateState } from "./store.ts";

/** All use within one second; it leaves the window when its newest part is a minute old. */
export interface RateBucket {
  readonly lastAt: number;
  readonly amount: number;
}

export const windowMs = 60_000;
export const bucketMs = 1_000;

/** Suggested wait when only the end of another request, at an unknown time, helps. */
export const parallelRetryMs = 1_000;

/**
 * A limit per minute as a sliding window over buckets of one second: in *any* 60 s no more than the
 * limit passes. Plain GCRA with a burst of the limit lets twice the limit pass around a window's
 * edge, and GCRA with a small burst refuses requests within the limit; the window does neither. A
 * bucket counts in full until its newest part leaves: it can refuse up to one second too long,
 * never allow too much, and is exact with one request in it. A token has at most 61 buckets.
 */
export function usedInWindow(buckets: readonly RateBucket[], now: number): number {
  return current(buckets, now).reduce((sum, { amount }) => sum + amount, 0);
}

/** Milliseconds until `amount` more fits: 0 if it fits now, a whole window if it never fits. */
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
 * The fewest output tokens that a request accepts under a limit per minute: a quarter of the
 * limit's rest after the input, or its wish if smaller. Near the limit the request waits instead of
 * receiving a cut answer.
 */
export function leastOutput(wished: number, limit: number, inputTokens: number): number {
  return Math.min(wished, Math.max(1, Math.floor((limit - inputTokens) / 4)));
}

/** Ignores buckets more than a window ahead: a clock that was set back must not block a caller. */
function current(buckets: readonly RateBucket[], now: number): readonly RateBucket[] {
  return buckets.filter(({ lastAt }) => lastAt > now - windowMs && lastAt <= now + windowMs);
}

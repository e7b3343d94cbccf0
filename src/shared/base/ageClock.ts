import * as z from "zod/mini";

const dayMs = 86_400_000;

/** Times are in epoch milliseconds, durations in milliseconds. */
export const ageClockSchema = z.object({
  trusted: z.number(),
  /** A later time that a day of use has not confirmed yet. */
  candidate: z.number(),
  candidateUsedMs: z.number(),
  usedMs: z.number(),
  uptimeMs: z.number(),
});

export type AgeClock = z.infer<typeof ageClockSchema>;

/**
 * Guards deletion against a clock that jumps, as every checkpoint would be old at once. A time is trusted only if a
 * second look, after a day of machine use, finds that the clock did not go back behind it. Nothing is old at the first
 * look.
 *
 * @param uptimeMs how long the machine has been on; begins again with each start.
 */
export function lookAtClock(
  earlier: AgeClock | undefined,
  { now, uptimeMs }: { readonly now: number; readonly uptimeMs: number },
): AgeClock {
  if (!earlier) {
    return { trusted: 0, candidate: now, candidateUsedMs: 0, usedMs: 0, uptimeMs };
  }
  const { trusted, candidate, candidateUsedMs } = earlier;
  const sinceMs = uptimeMs - earlier.uptimeMs;
  const usedMs = earlier.usedMs + (sinceMs >= 0 ? sinceMs : uptimeMs);
  const looked = { candidate: now, candidateUsedMs: usedMs, usedMs, uptimeMs };
  if (now < candidate) {
    return { ...looked, trusted: Math.min(trusted, now) };
  }
  return usedMs - candidateUsedMs >= dayMs
    ? { ...looked, trusted: candidate }
    : { trusted, candidate, candidateUsedMs, usedMs, uptimeMs };
}

import * as z from "zod/mini";

const dayMs = 86_400_000;

/** Two looks at the clock; times in epoch milliseconds, the rest in milliseconds. */
export const ageClockSchema = z.object({
  /** The time by which ages are judged. */
  trusted: z.number(),
  /** A later time that a day of use has not confirmed yet. */
  candidate: z.number(),
  /** `usedMs` at the candidate. */
  candidateUsedMs: z.number(),
  /** How long the machine was on between all looks. */
  usedMs: z.number(),
  /** The machine's uptime at the last look. */
  uptimeMs: z.number(),
});

export type AgeClock = z.infer<typeof ageClockSchema>;

/**
 * Looks at the clock before old things are deleted. A clock may jump: with a date a month ahead every checkpoint would
 * be 30 days old at once. So a time is trusted only when a second look, after the machine was on for a day, finds that
 * the clock did not go back behind it. Nothing is old at the first look.
 *
 * @param uptimeMs how long the machine has been on; it begins again with each start.
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

/**
 * Milliseconds between two moments, whichever is later. After a clock was set back, a time noted
 * before is in the future: `now - then` stays negative for as long, so that whatever was remembered
 * would pass for new. Its distance makes it old.
 */
export function timeBetween(then: number, now: number): number {
  return Math.abs(now - then);
}

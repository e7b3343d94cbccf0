/**
 * Absolute distance of two times. After a clock was set back, `now - then` would stay negative, and
 * an old value would count as new.
 */
export function timeBetween(then: number, now: number): number {
  return Math.abs(now - then);
}

/** Absolute: after a clock was set back, `now - then` would stay negative. */
export function timeBetween(then: number, now: number): number {
  return Math.abs(now - then);
}

/** The first of some ascending times after one; NaN if there is none. */
export function after(time: number, times: readonly number[]): number {
  return times.find((at) => at > time) ?? Number.NaN;
}

/** In ascending order, without what is missing or as late as `maxMs`: such a one belongs to another message. */
export function sorted(times: readonly number[], maxMs: number): readonly number[] {
  return times.filter((ms) => ms < maxMs).toSorted((a, b) => a - b);
}

/** The time at a share of ascending ones, such as 0.5 for the median; NaN if there is none. */
export function atShare(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}

/** A row of a table about ascending times in milliseconds. */
export function row(times: readonly number[]): Record<string, string | number | undefined> {
  return {
    messages: times.length,
    "p10 ms": atShare(times, 0.1).toFixed(1),
    "p50 ms": atShare(times, 0.5).toFixed(1),
    "p95 ms": atShare(times, 0.95).toFixed(1),
    "longest ms": times.at(-1)?.toFixed(1),
  };
}

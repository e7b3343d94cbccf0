/**
 * How a run of an agent ended, as its client says. `refused`: something could not be approved. `budget`: its cap is used
 * up.
 */
export const runEnds = ["done", "stopped", "refused", "budget", "failed"] as const;

export type RunEndKind = (typeof runEnds)[number];

export const runEnds = ["done", "stopped", "refused", "budget", "failed"] as const;

export type RunEndKind = (typeof runEnds)[number];

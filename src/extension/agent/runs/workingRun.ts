export interface Working {
  readonly signal: AbortSignal;
  /** Resolves when the run has ended completely and the folder is free. */
  readonly over: Promise<void>;
  readonly end: () => void;
}

export function workingUntil(signal: AbortSignal): Working {
  const ends: (() => void)[] = [];
  const over = new Promise<void>((resolve) => {
    ends.push(resolve);
  });
  return { signal, over, end: () => ends[0]?.() };
}

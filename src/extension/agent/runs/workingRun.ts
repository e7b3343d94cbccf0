/** A run that has the folder, from the moment it takes it. */
export interface Working {
  readonly signal: AbortSignal;
  /** Resolves when nothing of it is left and the folder is free. */
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

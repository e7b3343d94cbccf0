/** Runs `callback` once after `ms`; calling the result cancels it. */
export type StartTimer = (callback: () => void, ms: number) => () => void;

export interface Clock {
  now(): number;
  readonly startTimer: StartTimer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  startTimer(callback, ms) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

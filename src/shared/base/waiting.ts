import type { Clock } from "./clock.ts";

/** Rejects with the signal's reason as soon as it is aborted. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return untilAborted(signal, (resolve) => clock.startTimer(resolve, ms));
}

/** Resolves early when the signal is aborted. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await wait(clock, ms, signal).catch(() => undefined);
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) {
      resolve();
    }
  });
}

/** Undefined if the work takes longer than `ms`; its later result or failure is dropped. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.startTimer(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(cancel);
  });
}

export async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  await within(clock, ms, work).catch(() => undefined);
}

/**
 * Rejects as soon as the signal is aborted, even if the work ignores it; the work's result or failure is dropped then.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(signal, (resolve, reject) => {
    work.then(resolve, reject);
    return () => undefined;
  });
}

function untilAborted<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    const settled = (): void => signal.removeEventListener("abort", stop);
    const cancel = begin(
      (value) => {
        settled();
        resolve(value);
      },
      (reason) => {
        settled();
        reject(reason);
      },
    );
    signal.addEventListener("abort", stop, { once: true });
  });
}

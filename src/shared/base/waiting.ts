import type { Clock } from "./clock.ts";

/** Waits `ms`. Rejects with the signal's reason as soon as it is aborted. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return untilAborted(signal, (resolve) => clock.startTimer(resolve, ms));
}

/** Waits `ms`. Resolves early when the signal is aborted. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await wait(clock, ms, signal).catch(() => undefined);
}

/** Resolves when the signal is aborted; at once if it is. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) {
      resolve();
    }
  });
}

/** The outcome of work, or undefined when it takes longer than `ms`; its later outcome is dropped, also a failure. */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const cancel = clock.startTimer(() => resolve(undefined), ms);
    work.then(resolve, reject).finally(cancel);
  });
}

/** Waits for the end of work, but not longer than `ms`; its outcome is dropped, also a failure. */
export async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  await within(clock, ms, work).catch(() => undefined);
}

/**
 * The outcome of work that may ignore the signal. Rejects with the signal's reason as soon as it is aborted; the
 * work's own outcome is dropped then, also a failure.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(signal, (resolve, reject) => {
    work.then(resolve, reject);
    return () => undefined;
  });
}

/**
 * Settles when `begin` settles it or when the signal is aborted; in the second case the function that `begin`
 * returned is called.
 */
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

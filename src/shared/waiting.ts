import type { Clock } from "./clock.ts";

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return untilAborted(signal, (resolve) => clock.startTimer(resolve, ms));
}

/** Waits; resolves early when the signal is aborted. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await wait(clock, ms, signal).catch(() => undefined);
}

/**
 * The outcome of work that may not heed the signal: rejects with its reason as soon as it is aborted. What the work
 * comes to afterwards is nobody's any more, also when it fails.
 */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(signal, (resolve, reject) => {
    work.then(resolve, reject);
    return () => undefined;
  });
}

/** `begin` settles the promise, or the signal does; what `begin` returned is called in the second case. */
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

/** Waits between attempts: 200 ms, 400 ms, 800 ms, … up to 5 s. */
export function backoffMs(attempt: number): number {
  return Math.min(5_000, 200 * 2 ** (attempt - 1));
}

/** Rejects when the task takes longer than it may. */
export function withTimeout<T>(task: Promise<T>, limitMs: number): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`Gave up after ${limitMs} ms`)), limitMs);
  });
  return Promise.race([task, late]);
}

export interface RetryOptions {
  readonly attempts: number;
  readonly limitMs: number;
  readonly wait: (ms: number) => Promise<void>;
}

/** Tries a task again until it succeeds or no attempt is left. */
export async function retry<T>(task: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTimeout(task(), options.limitMs);
    } catch (error) {
      // TODO: do not try again after an answer that will never change, such as 404.
      if (attempt >= options.attempts) {
        throw error;
      }
      await options.wait(backoffMs(attempt));
    }
  }
}

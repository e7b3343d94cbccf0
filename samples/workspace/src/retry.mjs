/**
 * @typedef {object} RetryOptions
 * @property {number} attempts
 * @property {number} limitMs
 * @property {(ms: number) => Promise<void>} wait
 */

/**
 * Waits between attempts: 200 ms, 400 ms, 800 ms, … up to 5 s.
 * @param {number} attempt
 */
export function backoffMs(attempt) {
  return Math.min(5_000, 200 * 2 ** (attempt - 1));
}

/**
 * Rejects when the task takes longer than it may.
 * @template T
 * @param {Promise<T>} task
 * @param {number} limitMs
 * @returns {Promise<T>}
 */
export function withTimeout(task, limitMs) {
  /** @type {Promise<never>} */
  const late = new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`Gave up after ${limitMs} ms`)), limitMs);
  });
  return Promise.race([task, late]);
}

/**
 * Tries a task again until it succeeds or no attempt is left.
 * @template T
 * @param {() => Promise<T>} task
 * @param {RetryOptions} options
 * @returns {Promise<T>}
 */
export async function retry(task, options) {
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

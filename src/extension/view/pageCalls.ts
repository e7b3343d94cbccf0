/**
 * Sends something to a page without waiting. A page that is gone or fails misses it: when it
 * returns it attaches and gets a snapshot, and it notices missed events by their numbers.
 */
export function tell(call: Promise<unknown>): void {
  void call.catch(() => undefined);
}

/** The empty reply of a handler without a result. */
export async function done(work: PromiseLike<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}

/**
 * Tells a page something, and waits for nothing: a page that is gone, or fails, misses it. One that comes back
 * attaches and gets everything, and one that missed events of a conversation notices by their numbers.
 */
export function tell(call: Promise<unknown>): void {
  void call.catch(() => undefined);
}

/** What a handler answers that has only done something. */
export async function done(work: PromiseLike<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}

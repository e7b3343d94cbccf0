/** The empty reply of a handler without a result. */
export async function done(work: PromiseLike<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}

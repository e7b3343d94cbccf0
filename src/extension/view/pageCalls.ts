export async function done(work: PromiseLike<unknown>): Promise<Record<string, never>> {
  await work;
  return {};
}

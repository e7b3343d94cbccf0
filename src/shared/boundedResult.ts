/** UTF-16 units of a result that reach a model. */
export const maxResultLength = 64 * 1024;
/** A value at the cut is still seen whole by the scan. */
const scanMargin = 1024;

/** The result as it may reach a model: scanned, then cut where it is too long, with a note that says so. */
export async function boundedResult(
  text: string,
  scan: (text: string) => string | Promise<string>,
): Promise<string> {
  const scanned = await scan(text.slice(0, maxResultLength + scanMargin));
  if (text.length <= maxResultLength && scanned.length <= maxResultLength) {
    return scanned;
  }
  const kept = scanned.slice(0, maxResultLength).replace(/[\uD800-\uDBFF]$/u, "");
  return `${kept}\n[Cut here: the whole result has ${text.length} characters.]`;
}

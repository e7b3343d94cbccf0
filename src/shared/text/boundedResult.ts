export const maxResultLength = 64 * 1024;
/** Text beyond the cut is scanned, so that a value at the cut is recognised. */
const scanMargin = 1024;

/** Scans a tool's result, and cuts it with a note if it is too long. */
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

/**
 * Whether a pattern, with `*` for any run of characters, matches the whole text. Each part is
 * searched once, from the end of the part before it, so that no pattern is slow.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) {
    return false;
  }
  const end = text.length - last.length;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found < 0 || found + part.length > end) {
      return false;
    }
    position = found + part.length;
  }
  return true;
}

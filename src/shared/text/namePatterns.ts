/** `*` matches any run of characters. Each part is searched once, after the part before it, so no pattern is slow. */
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

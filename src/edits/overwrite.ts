/** How far ahead a line of the new text is looked for in the old one. */
const reach = 40;

/**
 * What to show while new lines take the place of old ones: the new ones so far, then the old ones that are not
 * reached yet.
 */
export function overwrite(before: readonly string[], after: readonly string[]): readonly string[] {
  let reached = 0;
  for (const line of after) {
    const text = line.trim();
    const window = text === "" ? [] : before.slice(reached, reached + reach);
    const found = window.findIndex((old) => old.trim() === text);
    reached += found < 0 ? 0 : found + 1;
  }
  return [...after, ...before.slice(Math.max(reached, after.length))];
}

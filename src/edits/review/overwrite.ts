/** The number of old lines ahead in which a new line is searched for. */
const reach = 40;

/** The new lines so far, then the old lines not yet reached. */
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

/** A name from outside, as the console shows it: without characters that cannot be seen, at most 100 long. */
export function shownName(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "")
    .trim()
    .slice(0, 100);
}

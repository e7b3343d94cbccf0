import { mayHaveRow } from "./find/findInRows.ts";
import { mayHoldValue } from "./find/mayHoldValue.ts";
import { type Finding, scanText } from "./find/scanText.ts";
import type { OwnFinder } from "./own/ownFinder.ts";

const maxNamedLength = 256;

export function scanNamed(
  text: string,
  name: string,
  own: readonly OwnFinder[] = [],
): readonly Finding[] {
  if (name === "" || text.length > maxNamedLength) {
    return scanText(text, own);
  }
  // The name alone has no value that counts.
  if (own.length === 0 && !mayHoldValue(text) && !mayHaveRow(text)) {
    return [];
  }
  const prefix = `${name}: `;
  return scanText(prefix + text, own)
    .filter(({ start }) => start >= prefix.length)
    .map((finding) => ({
      ...finding,
      start: finding.start - prefix.length,
      end: finding.end - prefix.length,
    }));
}

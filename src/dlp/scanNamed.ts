import { mayHoldValue } from "./find/mayHoldValue.ts";
import { type Finding, scanText } from "./find/scanText.ts";

const maxNamedLength = 256;

export function scanNamed(text: string, name: string): readonly Finding[] {
  if (name === "" || text.length > maxNamedLength) {
    return scanText(text);
  }
  // The name alone has no value that counts.
  if (!mayHoldValue(text)) {
    return [];
  }
  const prefix = `${name}: `;
  return scanText(prefix + text)
    .filter(({ start }) => start >= prefix.length)
    .map((finding) => ({
      ...finding,
      start: finding.start - prefix.length,
      end: finding.end - prefix.length,
    }));
}

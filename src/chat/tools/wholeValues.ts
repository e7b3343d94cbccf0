import { scanOutbound } from "../../dlp/scanOutbound.ts";

/** The longest value that is found, its label included, in characters. */
const reach = 1024;

/**
 * Ends the text before a value that a cut at `length` would split: a part of a value is no longer recognised, and
 * most of a CPF reveals the rest.
 */
export function withoutCutValue(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const from = Math.max(0, length - reach);
  const at = length - from;
  const cut = scanOutbound(text.slice(from, length + reach)).find(
    ({ start, end }) => start < at && end > at,
  );
  return cut ? text.slice(0, from + cut.start) : text;
}

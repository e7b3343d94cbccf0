import { scanOutbound } from "../../dlp/scanOutbound.ts";

/** No value is longer, with what says what it is. */
const reach = 1024;

/**
 * The text up to a value that a cut at `length` would go through: what is left of a value is not recognised any
 * more, and from most of a CPF follows the rest.
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

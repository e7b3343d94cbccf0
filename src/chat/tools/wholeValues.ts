import { scanOutbound } from "../../dlp/scanOutbound.ts";

const reach = 1024;

/** Drops a value that the cut would split: its part would not be recognised, and most of a CPF reveals the rest. */
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

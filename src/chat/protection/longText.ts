import type { Finding } from "../../dlp/finding.ts";
import type { TextScanner } from "./textScanner.ts";

/** Texts up to this length, in UTF-16 units, are scanned in one go. */
const sliceUnits = 256_000;
/** Units around a slice that are scanned with it, so that a value at a cut is found whole. */
const marginUnits = 2_000;

/**
 * The findings of `scanner` in a text of any length. It makes a `pause` between slices, so that
 * other work can run. Slices are cut from the end, and the scanner remembers them: when a person
 * types at the start of a long text, only the first slice is new. Column names count only in a
 * table's first slice.
 */
export async function scanLongText(
  text: string,
  scanner: TextScanner,
  pause: () => Promise<unknown>,
): Promise<readonly Finding[]> {
  const slices = slicesOf(text);
  const findings: Finding[] = [];
  for (const [start, end] of slices) {
    if (findings.length > 0 || start > 0) {
      await pause();
    }
    const from = Math.max(0, start - marginUnits);
    for (const finding of scanner.scan(text.slice(from, end + marginUnits))) {
      const moved = { ...finding, start: finding.start + from, end: finding.end + from };
      const done = findings.at(-1)?.end ?? 0;
      if (moved.start >= Math.max(start, done) && moved.start < end) {
        findings.push(moved);
      }
    }
  }
  return findings;
}

/** Slices end at line ends if possible. */
function slicesOf(text: string): readonly (readonly [start: number, end: number])[] {
  const slices: [number, number][] = [];
  for (let end = text.length; end > 0;) {
    const wanted = end - sliceUnits;
    const line = wanted <= 0 ? 0 : text.indexOf("\n", wanted) + 1;
    const start = wanted <= 0 ? 0 : line > 0 && line < end ? line : wanted;
    slices.unshift([start, end]);
    end = start;
  }
  return slices;
}

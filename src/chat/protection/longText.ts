import type { Finding } from "../../dlp/find/finding.ts";
import type { TextScanner } from "./textScanner.ts";

const sliceUnits = 256_000;
/** Overlap around a slice, so that a value at a cut is found whole. */
const marginUnits = 2_000;

/**
 * Scans slices, which are cut from the end and cached: typing at the start of a long text changes only the first
 * slice. Column names count only in a table's first slice.
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

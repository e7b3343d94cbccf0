import type { Finding } from "../../dlp/finding.ts";
import type { TextScanner } from "./textScanner.ts";

/** Texts up to this length, in UTF-16 units, are looked at at once. */
const sliceUnits = 256_000;

/**
 * What `scanner` finds in a text of any length, with a `pause` between pieces of it, so that nothing else
 * waits. Pieces are counted from the end and known ones are not looked at again: a long text stays while
 * somebody types in front of it. The names of columns count in the first piece of a table only.
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
    for (const finding of scanner.scan(text.slice(start, end))) {
      findings.push({ ...finding, start: finding.start + start, end: finding.end + start });
    }
  }
  return findings;
}

/** Cut at line ends where there are some. */
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

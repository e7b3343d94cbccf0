import type { Finding } from "./finding.ts";
import { bytesAround } from "./rowsOfBytes.ts";
import { digitWordsAround } from "./rowsOfWords.ts";
import { type Row, type Scan, wordAt } from "./rowWords.ts";

/** Eleven words of two letters, with a sign between each two, have 32 characters: one place in 24 has one of them. */
const step = 24;

/** Values whose characters are apart: digits as words, and bytes as numbers. Linear: a row is read once. */
export function findInRows(text: string, scan: Scan): readonly Finding[] {
  const findings: Finding[] = [];
  for (let at = step, from = 0; at < text.length + step; at += step) {
    const row = rowAround(text, { at: Math.min(at, text.length - 1), from, scan });
    if (row) {
      findings.push(...row.findings);
      from = row.end;
      at = Math.max(at, from);
    }
  }
  return findings;
}

/** A cheap check for a text of letters alone, which may still have digits as words. */
export function mayHaveRow(text: string): boolean {
  for (let at = step; at < text.length; at += step) {
    if (rowAround(text, { at, from: 0, scan: () => [] })) {
      return true;
    }
  }
  return false;
}

function rowAround(
  text: string,
  { at, from, scan }: { readonly at: number; readonly from: number; readonly scan: Scan },
): Row | undefined {
  const word = wordAt(text, at, from);
  return word && (digitWordsAround(text, word, from) ?? bytesAround(text, { word, from, scan }));
}

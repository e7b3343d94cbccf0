import type { DecimalSign } from "./cellValue.ts";
import { byteDecoder } from "./codePage.ts";
import { CsvParser } from "./csvParser.ts";
import { DecimalProof } from "./decimalProof.ts";
import { type CsvEncoding, detectEncoding } from "./decoder.ts";
import { headerIndex } from "./headerRow.ts";

const csvDelimiters = [";", ",", "\t", "|"] as const;

export interface CsvFormat {
  readonly encoding: CsvEncoding;
  readonly delimiter: string;
  readonly decimal: DecimalSign;
}

/** The first 64 KB of a file suffice. */
export function detectFormat(sample: Uint8Array): CsvFormat {
  const encoding = detectEncoding(sample);
  const text = byteDecoder(encoding).decode(sample);
  const lastLineEnd = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  const wholeLines = lastLineEnd > 0 ? text.slice(0, lastLineEnd) : text;
  const delimiter = separatorLine(text) ?? detectDelimiter(wholeLines);
  return {
    encoding,
    delimiter,
    decimal: detectDecimal(cellsOf(wholeLines, delimiter)),
  };
}

const workbookSignatures = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

/** A workbook must be saved as CSV first. */
export function isWorkbook(sample: Uint8Array): boolean {
  return workbookSignatures.some((signature) =>
    signature.every((byte, index) => sample[index] === byte),
  );
}

export function separatorLine(text: string): string | undefined {
  return /^\uFEFF?sep=(?<delimiter>[;,\t|])(?:\r|\n|$)/iu.exec(text)?.groups?.["delimiter"];
}

/** The delimiter that splits most rows into as many cells as the header wins; if equal, the one with more cells. */
function detectDelimiter(text: string): string {
  const scored = csvDelimiters.map((delimiter) => {
    const rows = cellsOf(text, delimiter);
    const counts = rows.map((cells) => cells.length);
    const width = counts[headerIndex(rows)] ?? 1;
    const share = counts.filter((count) => count === width).length / Math.max(1, counts.length);
    return { delimiter, width, score: width > 1 ? share : 0 };
  });
  const [best] = scored.toSorted((a, b) => b.score - a.score || b.width - a.width);
  return best && best.score > 0 ? best.delimiter : ";";
}

function detectDecimal(rows: readonly (readonly string[])[]): DecimalSign {
  const at = headerIndex(rows);
  const proof = new DecimalProof(rows[at] ?? []);
  for (const cells of rows.slice(at + 1)) {
    proof.add(cells);
  }
  return proof.sign();
}

function cellsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  const parser = new CsvParser(delimiter);
  return [...parser.push(text), ...parser.end()].map(({ cells }) => cells);
}

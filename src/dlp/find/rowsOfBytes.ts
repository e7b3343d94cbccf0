import { isPlainByte } from "../encode/bytesText.ts";
import { dumpAround } from "./dumpLines.ts";
import type { Finding } from "./finding.ts";
import {
  type ByteWord,
  nextWord,
  numberAt,
  previousWord,
  type Row,
  type Scan,
  type Word,
} from "./rowWords.ts";

/** A CPF without signs. */
const minBytes = 11;
const contextLength = 40;

/** The row of bytes of ASCII text around a word that is one, as `35 32`, `0x35, 0x32`, `53,50`, or a dump. */
export function bytesAround(
  text: string,
  { word, from, scan }: { readonly word: Word; readonly from: number; readonly scan: Scan },
): Row | undefined {
  const dump = dumpAround(text, word, from);
  if (dump) {
    return { end: dump.end, findings: valuesIn(text, dump.bytes, { start: dump.start, scan }) };
  }
  const middle = byteWord(text, word);
  if (!middle) {
    return undefined;
  }
  const before: ByteWord[] = [];
  for (let at = byteWord(text, previousWord(text, middle, from)); at;) {
    before.push(at);
    at = byteWord(text, previousWord(text, at, from));
  }
  const row = [...before.toReversed(), middle];
  for (let at = byteWord(text, nextWord(text, middle)); at;) {
    row.push(at);
    at = byteWord(text, nextWord(text, at));
  }
  const [first] = row;
  return {
    end: row.at(-1)?.end ?? word.end,
    findings: valuesIn(text, row, { start: first?.start ?? word.start, scan }),
  };
}

function byteWord(text: string, word: Word | undefined): ByteWord | undefined {
  if (!word || word.end - word.start > 4) {
    return undefined;
  }
  const isMarked = (text.charCodeAt(word.start + 1) | 0x20) === letterX;
  const start = isMarked ? word.start + 2 : word.start;
  const digits = word.end - start;
  const hex = digits === 2 || isMarked ? numberAt(text, start, word.end, 16) : -1;
  const decimal = isMarked ? -1 : numberAt(text, start, word.end, 10);
  return isPlainByte(hex) || isPlainByte(decimal) ? { ...word, hex, decimal } : undefined;
}

const letterX = 0x78;

interface Around {
  readonly start: number;
  readonly scan: Scan;
}

function valuesIn(text: string, row: readonly ByteWord[], around: Around): readonly Finding[] {
  return row.length < minBytes
    ? []
    : [...valuesAs("hex", text, row, around), ...valuesAs("decimal", text, row, around)];
}

/** Reads each stretch of the row that is text in this form. */
function valuesAs(
  form: "hex" | "decimal",
  text: string,
  row: readonly ByteWord[],
  around: Around,
): readonly Finding[] {
  const findings: Finding[] = [];
  for (let first = 0; first < row.length; first += 1) {
    const codes: number[] = [];
    for (let at = first; isPlainByte(row[at]?.[form] ?? -1); at += 1) {
      codes.push(row[at]?.[form] ?? 0);
    }
    if (codes.length >= minBytes) {
      findings.push(
        ...valuesOf(text, { codes, bytes: row.slice(first, first + codes.length) }, around),
      );
    }
    first += codes.length;
  }
  return findings;
}

function valuesOf(
  text: string,
  { codes, bytes }: { readonly codes: readonly number[]; readonly bytes: readonly ByteWord[] },
  { start, scan }: Around,
): readonly Finding[] {
  const before = `${text.slice(Math.max(0, start - contextLength), start)} `;
  const read = codes.map((code) => String.fromCharCode(code)).join("");
  return scan(before + read).flatMap((finding) => {
    const first = bytes[finding.start - before.length];
    const last = bytes[finding.end - before.length - 1];
    const isProven = finding.kind !== "card" || !/^\d+$/u.test(read) || name.test(before);
    return first && last && finding.certainty === "certain" && isProven
      ? [{ ...finding, start: first.start, end: last.lineEnd ?? last.end }]
      : [];
  });
}

/** A column of numbers may pass Luhn's check, so bytes that are all digits need a name. */
const name = /cart|card/iu;

import { type ByteWord, numberAt, type Word } from "./rowWords.ts";

interface Dump {
  readonly start: number;
  readonly end: number;
  readonly bytes: readonly ByteWord[];
}

interface DumpLine {
  readonly start: number;
  readonly end: number;
  readonly bytes: readonly ByteWord[];
}

const maxLine = 160;
/** Lines as of xxd, hexdump, od and tcpdump: where it is, bytes, often the bytes as text. */
const offset = /[ \t]{0,8}(?:0x)?[\da-f]{4,16}(?::[ \t]{1,4}|[ \t]{1,4})/iuy;
const bytesOfLine = /(?:[\da-f]{2}){1,4}(?![^\s|])(?: (?=[\da-f]{2}))?/iuy;
const bytesBesideBars = /(?:[\da-f]{2}){1,4}(?![^\s|])(?: {1,2}(?=[\da-f]{2}))?/iuy;

/** The lines of a dump around the line of a word, no earlier than `from`. */
export function dumpAround(text: string, word: Word, from: number): Dump | undefined {
  const length = word.end - word.start;
  if (length % 2 === 1 || numberAt(text, word.start, word.end, 16) < 0) {
    return undefined;
  }
  const middle = lineAt(text, startOfLine(text, word.start), from);
  if (!middle || middle.start > word.start) {
    return undefined;
  }
  const before: DumpLine[] = [];
  for (let line = lineBefore(text, middle, from); line; line = lineBefore(text, line, from)) {
    before.push(line);
  }
  const lines = [...before.toReversed(), middle];
  for (let line = lineAfter(text, middle); line; line = lineAfter(text, line)) {
    lines.push(line);
  }
  const [first = middle] = lines;
  return {
    start: first.start,
    end: lines.at(-1)?.end ?? middle.end,
    bytes: lines.flatMap(({ bytes }) => bytes),
  };
}

function startOfLine(text: string, at: number): number {
  const { length } = text.slice(Math.max(0, at - maxLine), at);
  return text.slice(at - length, at).lastIndexOf("\n") + 1 + at - length;
}

function lineBefore(text: string, { start }: DumpLine, from: number): DumpLine | undefined {
  return start > from ? lineAt(text, startOfLine(text, start - 1), from) : undefined;
}

function lineAfter(text: string, { end }: DumpLine): DumpLine | undefined {
  return text.charAt(end) === "\n" ? lineAt(text, end + 1, end) : undefined;
}

function lineAt(text: string, start: number, from: number): DumpLine | undefined {
  offset.lastIndex = start;
  if (start < from || !offset.test(text)) {
    return undefined;
  }
  const line = text.slice(start, start + maxLine);
  const end = line.includes("\n") ? start + line.indexOf("\n") : text.length;
  if (end - start > maxLine) {
    return undefined;
  }
  const group = /[|>]\r?$/u.test(text.slice(start, end)) ? bytesBesideBars : bytesOfLine;
  const bytes: ByteWord[] = [];
  group.lastIndex = offset.lastIndex;
  for (let match = group.exec(text); match; match = group.exec(text)) {
    const digits = match[0].trimEnd().length;
    for (let at = match.index; at < match.index + digits; at += 2) {
      const hex = numberAt(text, at, at + 2, 16);
      bytes.push({ start: at, end: at + 2, hex, decimal: -1, lineEnd: end });
    }
  }
  return bytes.length === 0 ? undefined : { start, end, bytes };
}

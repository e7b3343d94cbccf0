import { type ByteDecoder, byteDecoder, type CodePage, detectCodePage } from "./codePage.ts";

export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | CodePage;

export interface DecodedText {
  readonly text: string;
  readonly oddLines: readonly number[];
}

const maxHeldBytes = 1024 * 1024;
const newline = 0x0a;

/** Checks the byte order mark, the zero bytes of UTF-16, then valid UTF-8. */
export function detectEncoding(sample: Uint8Array): CsvEncoding {
  if (sample[0] === 0xff && sample[1] === 0xfe) {
    return "utf-16le";
  }
  if (sample[0] === 0xfe && sample[1] === 0xff) {
    return "utf-16be";
  }
  const zeros = [0, 1].map(
    (parity) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  );
  const [evenZeros = 0, oddZeros = 0] = zeros;
  if (Math.max(evenZeros, oddZeros) > sample.length / 4) {
    return oddZeros > evenZeros ? "utf-16le" : "utf-16be";
  }
  // The sample may end inside a character, which does not disprove UTF-8.
  return decodeFatal(sample.subarray(0, characterBoundary(sample))) === undefined
    ? detectCodePage(sample)
    : "utf-8";
}

/**
 * A UTF-8 file may contain lines in Windows-1252, for example after joining exports of two systems; they are decoded
 * and reported.
 */
export class CsvDecoder {
  readonly #encoding: CsvEncoding;
  readonly #plain: ByteDecoder;
  #held: Uint8Array = new Uint8Array();

  constructor(encoding: CsvEncoding) {
    this.#encoding = encoding;
    this.#plain = byteDecoder(encoding);
  }

  push(bytes: Uint8Array): DecodedText {
    if (this.#encoding !== "utf-8") {
      return { text: this.#plain.decode(bytes, { stream: true }), oddLines: [] };
    }
    const all = joined(this.#held, bytes);
    const lineEnd = all.lastIndexOf(newline) + 1;
    // A long line without an end must not fill the memory.
    const end = lineEnd === 0 && all.length > maxHeldBytes ? characterBoundary(all) : lineEnd;
    this.#held = all.slice(end);
    return decodeLines(all.subarray(0, end));
  }

  end(): DecodedText {
    const rest = decodeLines(this.#held);
    this.#held = new Uint8Array();
    return this.#encoding === "utf-8" ? rest : { text: this.#plain.decode(), oddLines: [] };
  }
}

function decodeLines(bytes: Uint8Array): DecodedText {
  const whole = decodeFatal(bytes);
  if (whole !== undefined) {
    return { text: whole, oddLines: [] };
  }
  const texts: string[] = [];
  const oddLines: number[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(newline, start) + 1 || bytes.length;
    const line = bytes.subarray(start, end);
    const text = decodeFatal(line);
    if (text === undefined) {
      oddLines.push(texts.length);
    }
    texts.push(text ?? new TextDecoder("windows-1252").decode(line));
    start = end;
  }
  return { text: texts.join(""), oddLines };
}

function decodeFatal(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function characterBoundary(bytes: Uint8Array): number {
  for (let index = bytes.length - 1; index >= Math.max(0, bytes.length - 4); index--) {
    const byte = bytes[index] ?? 0;
    if (byte >= 0xc0) {
      return index;
    }
    if (byte < 0x80) {
      break;
    }
  }
  return bytes.length;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) {
    return second;
  }
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

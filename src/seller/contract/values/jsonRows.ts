import { type Fields, isRecord, parseJson } from "../../../shared/base/json.ts";

/** The most rows; a longer answer is read as a whole. */
const maxRows = 500_000;
const [open, close, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d];
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

/** Parses objects of a long list only on request: 20,000 parsed products take 40 MB, their bytes 12. */
export class JsonRows {
  readonly #bytes: Uint8Array;
  readonly #places: Uint32Array;

  private constructor(bytes: Uint8Array, places: Uint32Array) {
    this.#bytes = bytes;
    this.#places = places;
  }

  /** Undefined if the bytes are not a list of objects, or the list is empty. */
  static in(bytes: Uint8Array, onRow?: () => void): JsonRows | undefined {
    const places = placesIn(bytes);
    if (!places || places.length === 0) {
      return undefined;
    }
    const rows = new JsonRows(bytes, places);
    for (let index = 0; index < rows.count; index += 1) {
      if (!isRecord(rows.#parsed(index))) {
        return undefined;
      }
      onRow?.();
    }
    return rows;
  }

  get count(): number {
    return this.#places.length / 2;
  }

  at(index: number): Fields {
    const row = this.#parsed(index);
    return isRecord(row) ? row : {};
  }

  #parsed(index: number): unknown {
    const [start, end] = this.#places.subarray(2 * index, 2 * index + 2);
    return parseJson(decoder.decode(this.#bytes.subarray(start, end)));
  }
}

function placesIn(bytes: Uint8Array): Uint32Array | undefined {
  const places: number[] = [];
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let at = afterSpace(bytes, hasMark ? 3 : 0);
  if (bytes[at] !== openList) {
    return undefined;
  }
  for (;;) {
    const start = afterSpace(bytes, at + 1);
    const end = bytes[start] === open ? endOfObject(bytes, start) : -1;
    if (end === -1 || places.length >= 2 * maxRows) {
      return undefined;
    }
    places.push(start, end);
    at = afterSpace(bytes, end);
    if (bytes[at] !== comma) {
      const isWhole = bytes[at] === closeList && afterSpace(bytes, at + 1) === bytes.length;
      return isWhole ? Uint32Array.from(places) : undefined;
    }
  }
}

function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; isSpace(byte); byte = bytes[at]) {
    at += 1;
  }
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Returns the index after the object at `start`; -1 if it does not end. */
function endOfObject(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      isText = !isText;
    } else if (isText) {
      // An escaped quote ends no text.
      at += byte === backslash ? 1 : 0;
    } else if (byte === open) {
      depth += 1;
    } else if (byte === close) {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return -1;
}

const headBytes = 24;

export type Numbers =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** Files with another magic number or version are not read. */
export interface FileKind {
  readonly magic: number;
  readonly version: number;
}

/** A head (version, length, checksum of the rest), then arrays, each after its length and aligned to eight bytes. */
export function packArrays(
  { magic, version }: FileKind,
  arrays: readonly Numbers[],
): Uint8Array<ArrayBuffer> {
  const size = arrays.reduce((sum, { byteLength }) => sum + 8 + padded(byteLength), headBytes);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = headBytes;
  for (const array of arrays) {
    view.setUint32(at, array.byteLength, true);
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at + 8);
    at += 8 + padded(array.byteLength);
  }
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, size, true);
  const [first, second] = checksum(bytes);
  view.setUint32(12, first, true);
  view.setUint32(16, second, true);
  return bytes;
}

export function unpackArrays(
  { magic, version }: FileKind,
  source: Uint8Array,
): ArrayReader | undefined {
  const bytes = source.byteOffset % 8 === 0 ? source : source.slice();
  if (bytes.length < headBytes) {
    return undefined;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOurs = view.getUint32(0, true) === magic && view.getUint32(4, true) === version;
  if (!isOurs || view.getUint32(8, true) !== bytes.length) {
    return undefined;
  }
  const [first, second] = checksum(bytes);
  return view.getUint32(12, true) === first && view.getUint32(16, true) === second
    ? new ArrayReader(bytes, view)
    : undefined;
}

export class ArrayReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = headBytes;

  constructor(bytes: Uint8Array, view: DataView) {
    this.#bytes = bytes;
    this.#view = view;
  }

  bytes(): Uint8Array {
    const length = this.#view.getUint32(this.#at, true);
    const start = this.#at + 8;
    this.#at = start + padded(length);
    return this.#bytes.subarray(start, start + length);
  }

  halves(): Uint16Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Uint16Array(buffer, byteOffset, length / 2);
  }

  words(): Uint32Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Uint32Array(buffer, byteOffset, length / 4);
  }

  floats(): Float32Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Float32Array(buffer, byteOffset, length / 4);
  }

  ascending(): Uint32Array {
    const bytes = this.bytes();
    const [count = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
    const numbers = new Uint32Array(count);
    let [at, before] = [4, 0];
    for (let place = 0; place < count; place += 1) {
      let [step, shift, byte] = [0, 0, 0];
      do {
        byte = bytes[at] ?? 0;
        at += 1;
        step |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80);
      before = (before + step) >>> 0;
      numbers[place] = before;
    }
    return numbers;
  }

  reals(): Float64Array {
    const { buffer, byteOffset, length } = this.bytes();
    return new Float64Array(buffer, byteOffset, length / 8);
  }

  text(): string {
    return new TextDecoder().decode(this.bytes());
  }

  lines(): readonly string[] {
    const text = this.text();
    return text === "" ? [] : text.split("\0");
  }
}

/** Packs ascending numbers: the count, then each number's distance from the number before, seven bits a byte. */
export function ascendingBytes(numbers: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(4 + numbers.length * 5);
  new DataView(bytes.buffer).setUint32(0, numbers.length, true);
  let [at, before] = [4, 0];
  for (const number of numbers) {
    let left = number - before;
    before = number;
    for (; left >= 0x80; left >>>= 7) {
      bytes[at] = (left & 0x7f) | 0x80;
      at += 1;
    }
    bytes[at] = left;
    at += 1;
  }
  return bytes.subarray(0, at);
}

export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** Over all words after the head. A single wrong word changes both numbers. */
function checksum(bytes: Uint8Array): readonly [number, number] {
  const words = new Uint32Array(
    bytes.buffer,
    bytes.byteOffset + headBytes,
    Math.floor((bytes.length - headBytes) / 4),
  );
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (const word of words) {
    first = Math.imul(first ^ word, 0x01000193);
    first ^= first >>> 15;
    second = Math.imul(second ^ word, 0x85ebca6b);
    second ^= second >>> 13;
  }
  return [first >>> 0, second >>> 0];
}

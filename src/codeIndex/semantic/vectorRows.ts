import { dotProducts } from "./dotKernel.ts";

/** Rows of bytes: scaled to length 1, then to 127 for the largest component. */
export class VectorRows {
  readonly dimensions: number;
  #bytes: Int8Array;
  #scales: Float32Array;
  #count: number;

  constructor(
    dimensions: number,
    kept?: { readonly bytes: Int8Array; readonly scales: Float32Array },
  ) {
    this.dimensions = dimensions;
    this.#bytes = kept?.bytes ?? new Int8Array(0);
    this.#scales = kept?.scales ?? new Float32Array(0);
    this.#count = this.#scales.length;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): Int8Array {
    return this.#bytes.subarray(0, this.#count * this.dimensions);
  }

  get scales(): Float32Array {
    return this.#scales.subarray(0, this.#count);
  }

  add(vector: Float32Array): number {
    const row = this.#count;
    if (row === this.#scales.length) {
      this.#grow(Math.max(256, row * 2));
    }
    const { bytes, scale } = quantised(vector);
    this.#bytes.set(bytes, row * this.dimensions);
    this.#scales[row] = scale;
    this.#count += 1;
    return row;
  }

  only(rows: readonly number[]): VectorRows {
    const kept = new VectorRows(this.dimensions);
    kept.#grow(rows.length);
    for (const [place, row] of rows.entries()) {
      const start = row * this.dimensions;
      const bytes = this.#bytes.subarray(start, start + this.dimensions);
      kept.#bytes.set(bytes, place * this.dimensions);
      kept.#scales[place] = this.#scales[row] ?? 0;
    }
    kept.#count = rows.length;
    return kept;
  }

  cosines(vector: Float32Array): Float32Array {
    const { bytes: query, scale } = quantised(vector);
    const sums = dotProducts(this.bytes, query) ?? plainProducts(this.bytes, query);
    return Float32Array.from(sums, (sum, row) => sum * scale * (this.#scales[row] ?? 0));
  }

  #grow(rows: number): void {
    const bytes = new Int8Array(rows * this.dimensions);
    bytes.set(this.#bytes.subarray(0, this.#count * this.dimensions));
    const scales = new Float32Array(rows);
    scales.set(this.#scales.subarray(0, this.#count));
    this.#bytes = bytes;
    this.#scales = scales;
  }
}

function quantised(vector: Float32Array): { readonly bytes: Int8Array; readonly scale: number } {
  let [length, largest] = [0, 0];
  for (const part of vector) {
    length += part * part;
    largest = Math.max(largest, Math.abs(part));
  }
  if (largest === 0) {
    return { bytes: new Int8Array(vector.length), scale: 0 };
  }
  const factor = 127 / largest;
  return {
    bytes: Int8Array.from(vector, (part) => Math.round(part * factor)),
    scale: largest / (127 * Math.sqrt(length)),
  };
}

/** The fallback for the kernel: integers, two sums at once. */
function plainProducts(rows: Int8Array, query: Int8Array): Int32Array {
  const dimensions = query.length;
  return Int32Array.from({ length: rows.length / dimensions }, (_, row) => {
    const start = row * dimensions;
    let [even, odd] = [0, 0];
    for (let part = 0; part < dimensions; part += 2) {
      even = (even + (rows[start + part] ?? 0) * (query[part] ?? 0)) | 0;
      odd = (odd + (rows[start + part + 1] ?? 0) * (query[part + 1] ?? 0)) | 0;
    }
    return even + odd;
  });
}

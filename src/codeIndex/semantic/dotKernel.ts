const firstRow = 16_384;
const rowBytes = 1_048_576;
const firstSum = firstRow + rowBytes;

/**
 * WebAssembly by hand: the sums of products of each row with the query, sixteen parts at once. In its text format:
 *
 *     (module
 *       (memory (export "m") 32)
 *       (func (export "f") (param $row i32) (param $end i32) (param $dimensions i32) (param $out i32)
 *         (local $p i32) (local $acc v128)
 *         loop $rows
 *           acc = 0; p = 0
 *           loop $parts
 *             acc += i32x4.dot_i16x8_s(extend_low(v128.load(row + p)), extend_low(v128.load(p)))
 *             acc += i32x4.dot_i16x8_s(extend_high(v128.load(row + p)), extend_high(v128.load(p)))
 *             p += 16; br_if $parts (p < dimensions)
 *           i32.store(out, the four lanes of acc together)
 *           out += 4; row += dimensions; br_if $rows (row < end))))
 */
const program =
  "AGFzbQEAAAABCAFgBH9/f38AAwIBAAUDAQAgBwkCAW0CAAFmAAAKoAEBnQECAX8BewNA/QwAAAAAAAAAAAAAAAAAAAAAIQVB" +
  "ACEEA0AgBSAAIARq/QAAAP2HASAE/QAAAP2HAf26Af2uASEFIAUgACAEav0AAAD9iAEgBP0AAAD9iAH9ugH9rgEhBSAEQRBq" +
  "IgQgAkkNAAsgAyAF/RsAIAX9GwFqIAX9GwJqIAX9GwNqNgIAIANBBGohAyAAIAJqIgAgAUkNAAsL";

interface Kernel {
  readonly memory: Uint8Array;
  readonly run: (row: number, end: number, dimensions: number, out: number) => void;
}

let known: Kernel | "none" | undefined;

/** Undefined without SIMD, or if `query.length` is not a multiple of 16. */
export function dotProducts(rows: Int8Array, query: Int8Array): Int32Array | undefined {
  known ??= compiled();
  const dimensions = query.length;
  if (known === "none" || dimensions % 16 !== 0 || dimensions > firstRow || dimensions === 0) {
    return undefined;
  }
  const { memory, run } = known;
  const sums = new Int32Array(rows.length / dimensions);
  const atOnce = Math.floor(rowBytes / dimensions);
  memory.set(new Uint8Array(query.buffer, query.byteOffset, dimensions));
  for (let row = 0; row < sums.length; row += atOnce) {
    const count = Math.min(atOnce, sums.length - row);
    const start = rows.byteOffset + row * dimensions;
    memory.set(new Uint8Array(rows.buffer, start, count * dimensions), firstRow);
    run(firstRow, firstRow + count * dimensions, dimensions, firstSum);
    sums.set(new Int32Array(memory.buffer, firstSum, count), row);
  }
  return sums;
}

interface Compiler {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly m: { readonly buffer: ArrayBuffer };
      readonly f: Kernel["run"];
    };
  };
}

function compiled(): Kernel | "none" {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of this room know no WebAssembly
    const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Compiler };
    const bytes = Uint8Array.from(atob(program), (unit) => unit.charCodeAt(0));
    const { m, f } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    return { memory: new Uint8Array(m.buffer), run: f };
  } catch {
    // No WebAssembly or an old processor: use plain sums.
    return "none";
  }
}

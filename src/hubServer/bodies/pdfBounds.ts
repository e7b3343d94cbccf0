/** What the process of one request observes of the library. */
export interface PdfLibrary {
  /** Emptied by the reader. */
  readonly messages: string[];
  readonly isExhausted: () => boolean;
}

type ArrayType = (new (...args: readonly unknown[]) => ArrayBufferView) & {
  readonly BYTES_PER_ELEMENT: number;
};

const arrayTypes = [
  "Uint8Array",
  "Uint8ClampedArray",
  "Int8Array",
  "Uint16Array",
  "Int16Array",
  "Uint32Array",
  "Int32Array",
  "Float32Array",
  "Float64Array",
];

/** Bytes of all arrays together. They are outside of the heap, which has a bound of its own. */
const maxArrayBytes = 256 * 1_024 * 1_024;
const maxMessages = 10_000;

/** Bounds the arrays that later code of this process makes, and collects its messages. */
export function boundLibrary(): PdfLibrary {
  let bytes = 0;
  const count = (more: number): void => {
    bytes += more;
    if (bytes > maxArrayBytes) {
      throw new RangeError("The arrays of this process exceed their bound.");
    }
  };
  for (const name of arrayTypes) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of typed arrays
    const type = Reflect.get(globalThis, name) as ArrayType;
    const bounded = new Proxy(type, {
      construct: (target, args: readonly unknown[], newTarget) => {
        count(lengthOf(args[0]) * target.BYTES_PER_ELEMENT);
        return constructed(target, args, newTarget);
      },
    });
    Reflect.set(globalThis, name, bounded);
  }
  boundInflating(count);
  return { messages: messagesOfConsole(), isExhausted: () => bytes > maxArrayBytes };
}

/** It inflates outside of the arrays above. */
function boundInflating(count: (bytes: number) => void): void {
  const inflating = globalThis.DecompressionStream;
  const bounded = function (format: "deflate"): object {
    const { readable, writable } = new inflating(format);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        count(chunk.length);
        controller.enqueue(chunk);
      },
    });
    return { readable: readable.pipeThrough(counted), writable };
  };
  Reflect.set(globalThis, "DecompressionStream", bounded);
}

const constructed: (...args: Parameters<typeof Reflect.construct>) => object = Reflect.construct;

/** Elements of a new array; none for a view of a buffer. */
function lengthOf(source: unknown): number {
  if (typeof source === "number") {
    return source;
  }
  return typeof source === "object" && source !== null && "length" in source
    ? Number(source.length)
    : 0;
}

function messagesOfConsole(): string[] {
  const messages: string[] = [];
  const keep = (message: unknown): void => {
    if (messages.length < maxMessages) {
      messages.push(String(message).slice(0, 200));
    }
  };
  for (const level of ["log", "info", "warn", "error", "debug"]) {
    Reflect.set(console, level, keep);
  }
  return messages;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes as a file's stream gives them, `size` at a time. */
export async function* pieces(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield await Promise.resolve(bytes.subarray(start, start + size));
  }
}

export async function rowsOf<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const rows: T[] = [];
  for await (const row of source) {
    rows.push(row);
  }
  return rows;
}

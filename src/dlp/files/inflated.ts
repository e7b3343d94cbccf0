import { Gunzip, Inflate, Unzlib } from "fflate/browser";

/** `picture`: a page of a PDF with pictures and without text. */
export type Unread = "unknown" | "encrypted" | "broken" | "limit" | "link" | "picture";

export interface Inflated {
  readonly bytes: Uint8Array;
  /** Why the bytes are not complete. */
  readonly fault?: Unread;
}

const streams = { raw: Inflate, zlib: Unzlib, gzip: Gunzip };

/** Bytes per step, so that one step inflates to at most 17 MB. */
const stepBytes = 16_384;

/** Inflates until the data ends, is broken or exceeds the limit. */
export function inflated(
  packed: Uint8Array,
  form: keyof typeof streams,
  maxBytes: number,
): Inflated {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new streams[form]((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += stepBytes) {
      const end = at + stepBytes;
      stream.push(packed.subarray(at, end), end >= packed.length);
      if (size > maxBytes) {
        return { bytes: joined(chunks, maxBytes), fault: "limit" };
      }
    }
  } catch {
    return { bytes: joined(chunks, size), fault: "broken" };
  }
  return { bytes: joined(chunks, size) };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, size - at), at);
    at += chunk.length;
    if (at >= size) {
      break;
    }
  }
  return bytes;
}

/** The encodings that `fetch` decodes itself. It hands over any other body undecoded, without an error. */
const readable: ReadonlySet<string> = new Set([
  "",
  "identity",
  "gzip",
  "x-gzip",
  "deflate",
  "br",
  "zstd",
]);

/** The content encoding of an answer if `fetch` does not decode it, else undefined. */
export function unknownEncoding(headers: Headers): string | undefined {
  return (headers.get("content-encoding") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase().slice(0, 64))
    .find((name) => !readable.has(name));
}

/** First bytes of compressed data; no text begins with these. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** The compression of a body that was not decoded, by its first bytes, whatever its headers say. */
export function compressionOf(bytes: Uint8Array): string | undefined {
  return signatures.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0];
}

/** `fetch` returns other encodings undecoded, without an error. */
const readable: ReadonlySet<string> = new Set([
  "",
  "identity",
  "gzip",
  "x-gzip",
  "deflate",
  "br",
  "zstd",
]);

export function unknownEncoding(headers: Headers): string | undefined {
  return (headers.get("content-encoding") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase().slice(0, 64))
    .find((name) => !readable.has(name));
}

const signatures: readonly (readonly [string, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** Decides by the first bytes, whatever the headers claim. */
export function compressionOf(bytes: Uint8Array): string | undefined {
  return signatures.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0];
}

/** What `fetch` decodes by itself; it passes anything else on as it came, as if it were the answer. */
const readable: ReadonlySet<string> = new Set([
  "",
  "identity",
  "gzip",
  "x-gzip",
  "deflate",
  "br",
  "zstd",
]);

/** The encoding of an answer that no platform decodes; undefined if there is none. */
export function unknownEncoding(headers: Headers): string | undefined {
  return (headers.get("content-encoding") ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase().slice(0, 64))
    .find((name) => !readable.has(name));
}

/** The first bytes of what is still compressed; no text begins like this. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ["gzip", [0x1f, 0x8b]],
  ["zstd", [0x28, 0xb5, 0x2f, 0xfd]],
];

/** How a body is compressed that this platform did not decode, whatever its headers say. */
export function compressionOf(bytes: Uint8Array): string | undefined {
  return signatures.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0];
}

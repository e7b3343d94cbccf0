const signatures = [
  ["png", "\x89PNG\r\n\x1A\n", 0],
  ["jpeg", "\xFF\xD8\xFF", 0],
  ["gif", "GIF8", 0],
  ["webp", "WEBP", 8],
  ["zip", "PK\x03\x04", 0],
  ["zip", "PK\x05\x06", 0],
  ["gzip", "\x1F\x8B\x08", 0],
  ["tar", "ustar", 257],
  ["audio", "WAVE", 8],
  ["audio", "ID3", 0],
  ["audio", "OggS", 0],
  ["audio", "fLaC", 0],
] as const;

type SignedKind = (typeof signatures)[number][0] | "pdf" | "other";

/** `link`: an address or an id in place of the content. */
export type FileKind = SignedKind | "text" | "link";

/** A PDF may begin after other bytes (ISO 32000-2, annex I). */
const pdfReach = 1_024;

/** The kind by content: names and media types may be wrong. */
export function fileKindOf(bytes: Uint8Array): SignedKind {
  const head = String.fromCharCode(...bytes.subarray(0, pdfReach));
  const known = signatures.find(([, signature, offset]) => head.startsWith(signature, offset));
  return known?.[0] ?? (head.includes("%PDF-") ? "pdf" : "other");
}

const hasExtra = 1 << 2;
const hasName = 1 << 3;
const hasComment = 1 << 4;
const headLength = 10;

/** The file's name and the comment in a gzip header (RFC 1952, section 2.3). */
export function gzipNames(bytes: Uint8Array): readonly Uint8Array[] {
  const flags = bytes[3] ?? 0;
  let at = headLength;
  if (flags & hasExtra) {
    at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  }
  return [hasName, hasComment].flatMap((flag) => {
    const end = flags & flag ? bytes.indexOf(0, at) : -1;
    const text = bytes.subarray(at, end);
    at = end < 0 ? at : end + 1;
    return end < 0 ? [] : [text];
  });
}

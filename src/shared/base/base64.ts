/** RFC 4648 §4, with web standards only, so that it works in page, host and web host. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // The arguments of one call must fit the stack.
  for (let from = 0; from < bytes.length; from += 32_768) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 32_768)));
  }
  return btoa(pieces.join(""));
}

export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    // Caught, because the platform's own error would quote the text.
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) {
    bytes[index] = binary.charCodeAt(index);
  }
  return bytes;
}

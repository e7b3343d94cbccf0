const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checkLength = 6;

/** True if the token ends with the check characters that the hub writes (CRC-32 in base 62). */
export function hasHubCheck(token: string): boolean {
  const secret = token.slice("sk_hub_".length, -checkLength);
  let rest = crc32(secret);
  let check = "";
  for (let at = 0; at < checkLength; at += 1) {
    check = alphabet.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return token.endsWith(check);
}

/** As in zlib (RFC 1952 §8); the hub's own is Node's. */
function crc32(text: string): number {
  let crc = ~0;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
    }
  }
  return ~crc >>> 0;
}

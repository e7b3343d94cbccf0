const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checkLength = 6;

/** The check characters of a token of the hub, GitHub or npm: the CRC-32 of its secret in base 62. */
export function hubCheckOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let at = 0; at < checkLength; at += 1) {
    check = alphabet.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

export function hasHubCheck(token: string, prefix = "sk_hub_"): boolean {
  return token.endsWith(hubCheckOf(token.slice(prefix.length, -checkLength)));
}

/** The CRC-32 of RFC 1952 §8, which browsers do not offer. */
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

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checkLength = 6;

/** The check characters of a hub's token (CRC-32 of its secret in base 62), for scanners of secrets. */
export function hubCheckOf(secret: string): string {
  let rest = crc32(secret);
  let check = "";
  for (let at = 0; at < checkLength; at += 1) {
    check = alphabet.charAt(rest % 62) + check;
    rest = Math.floor(rest / 62);
  }
  return check;
}

export function hasHubCheck(token: string): boolean {
  return token.endsWith(hubCheckOf(token.slice("sk_hub_".length, -checkLength)));
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

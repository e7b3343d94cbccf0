/**
 * How usual a letter is after another in words and names of code, counted in 208,056 names of public source: a row for
 * the first letter, a digit for the second, in 1/1.2 bits over chance; 6 is chance.
 */
const usual =
  "26771361624878060779543442 83538223752933752674822171 82528238607643941758620051 85569443823655752675643232 63774552413668454988354642 82447732903734832776612141 73449455722556741875632032 94549322723455842757633142 54776560113769851578150306 84449444634455844485744334 83559443824645752576633131 83469331913733840367742050 95449221812464771364522130 73788672715445741488552030 44662551425769570867756200 82558434702732860867621030 53444343433644543444944443 83659452804455840677552060 63649436815444661479624062 83649427802443850766633261 56557450622878370888210212 92329332913543731333321221 84557436923547852775333242 64857534733455583559443652 75666534634568692687544232 94349334735545743344543355"
    .split(" ")
    .map((row) => Uint8Array.from(row, Number));
const chance = 6;

/** A shorter part between signs is as likely a number or an abbreviation. */
const parts = /[A-Za-z\d!@#$%^&*()]{8,}/gu;

/**
 * Estimates how many bits of a value were chosen at random. Words, names and plain numbers have none: of base 62 with 24
 * characters 99 % read less like words than chance does, and 0.6 % of names in code. Linear.
 */
export function randomBits(value: string): number {
  let bits = 0;
  for (const [part] of value.matchAll(parts)) {
    bits += readsLikeWord(part) ? 0 : part.length * bitsOfCharacter(part);
  }
  return bits;
}

function bitsOfCharacter(part: string): number {
  const hasLower = /[a-z]/u.test(part);
  const hasUpper = /[A-Z]/u.test(part);
  if (!hasLower && !hasUpper) {
    return 0;
  }
  if (isHexadecimal(part)) {
    return 4;
  }
  return hasLower && hasUpper ? 5.8 : 5;
}

function readsLikeWord(part: string): boolean {
  let score = 0;
  let pairs = 0;
  for (let at = 1; at < part.length; at += 1) {
    const row = usual[(part.charCodeAt(at - 1) | 0x20) - 0x61];
    const value = row?.[(part.charCodeAt(at) | 0x20) - 0x61];
    if (value !== undefined) {
      score += value - chance;
      pairs += 1;
    }
  }
  // Of names with 24 letters 99.5 % read more like words than this.
  const least = part.length >= 24 ? pairs / 4 : 0;
  return !isHexadecimal(part) && (score > least || (pairs === 0 && part.length < 12));
}

/** With a digit, as words can be without. */
function isHexadecimal(part: string): boolean {
  return /^(?=.*\d)(?:[\da-f]+|[\dA-F]+)$/u.test(part);
}

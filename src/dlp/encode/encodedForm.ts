export interface EncodedForm {
  readonly digits: Uint8Array;
  readonly bitsPerDigit: 4 | 6;
  /** A slash may be escaped with a backslash, as in JSON. */
  readonly hasSlash: boolean;
  readonly maxPadding: number;
  readonly minLength: number;
  readonly unit: number;
  readonly maxStrayDigits: number;
}

export const noDigit = 0xff;

export function digitsOf(
  groups: readonly (readonly [first: number, ...ranges: string[]])[],
): Uint8Array {
  const digits = new Uint8Array(128).fill(noDigit);
  for (const [first, ...ranges] of groups) {
    let value = first;
    for (const range of ranges) {
      for (let code = range.charCodeAt(0); code <= range.charCodeAt(1); code += 1) {
        digits[code] = value;
        value += 1;
      }
    }
  }
  return digits;
}

export function readBytes(
  { digits, bitsPerDigit }: EncodedForm,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  bytes: Uint8Array,
): number {
  let count = 0;
  let bits = 0;
  let held = 0;
  for (let at = start; at < end && count < bytes.length; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? noDigit;
    if (digit === noDigit) {
      continue;
    }
    bits = (bits << bitsPerDigit) | digit;
    held += bitsPerDigit;
    if (held >= 8) {
      held -= 8;
      bytes[count] = bits >> held;
      count += 1;
      bits &= 0xff >> (8 - held);
    }
  }
  return count;
}

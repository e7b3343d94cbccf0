/** A notation in which bytes are written with characters. */
export interface EncodedForm {
  /** The value of each digit by its character's code; `noDigit` for all other characters. */
  readonly digits: Uint8Array;
  readonly bitsPerDigit: 4 | 6;
  /** Whether a backslash in front of a slash belongs to it, as JSON may write it. */
  readonly hasSlash: boolean;
  /** The most characters `=` behind it. */
  readonly maxPadding: number;
  /** Shorter parts are words or numbers. */
  readonly minLength: number;
  /** How many characters make whole bytes. */
  readonly unit: number;
  /** The most digits in front of it that may not belong to it, as the end of a word. */
  readonly maxStrayDigits: number;
}

export const noDigit = 0xff;

/** The table of digits; each group of ranges, such as `["AZ", "az"]`, has the values from its own first one. */
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

/**
 * Writes the bytes of the digits between two places, up to as many as there is room for, and returns how many. Skips all
 * that is no digit; digits that make no whole byte are left out.
 */
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

/** A notation in which bytes are written with characters. */
export interface EncodedForm {
  /** 1 for each character of the notation, by its code. */
  readonly alphabet: Uint8Array;
  /** Whether a backslash in front of a slash belongs to it, as JSON may write it. */
  readonly hasSlash: boolean;
  /** The most characters `=` behind it. */
  readonly maxPadding: number;
  /** Shorter parts are words or numbers. */
  readonly minLength: number;
  /** How many characters make whole bytes. */
  readonly unit: number;
  /** Each byte as one character; undefined for what is not in this notation. */
  readonly bytesOf: (encoded: string) => string | undefined;
  /** The first six bytes of what is written at `start`. */
  readonly firstBytes: (text: string, start: number) => string | undefined;
  /** The bytes, each as one character, in the spelling of the original. */
  readonly encode: (bytes: string, original: string) => string;
}

/** The table of all characters in these ranges, each written as its first and last character. */
export function alphabetOf(ranges: readonly string[]): Uint8Array {
  const alphabet = new Uint8Array(128);
  for (const range of ranges) {
    alphabet.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);
  }
  return alphabet;
}

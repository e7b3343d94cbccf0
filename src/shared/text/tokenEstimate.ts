/**
 * The weights fit cl100k and o200k: code and English within 10 % on whole files (dense Python 20 % too low), Portuguese
 * and CJK within 35 %; base64 gets half of its tokens. The hub's reports correct the rest (context/tokenRate.ts).
 */
const tokensPerWord = 0.62;
const tokensPerLetter = 0.085;
const tokensPerAccented = 0.95;
const tokensPerDigit = 0.5;
const tokensPerSign = 0.62;
const tokensPerWide = 0.95;
const tokensPerOther = 0.38;
const tokensPerLine = 0.75;
const tokensPerFurtherSpace = 0.06;

/** Longer texts are sampled: reading megabytes would be a noticeable delay. */
const sampledUnits = 60_000;
const samples = 20;

export function estimateTokens(text: string): number {
  if (text === "") {
    return 0;
  }
  if (text.length <= sampledUnits) {
    return Math.max(1, Math.ceil(weigh(text)));
  }
  const size = Math.floor(sampledUnits / samples);
  const step = (text.length - size) / (samples - 1);
  let weight = 0;
  for (let index = 0; index < samples; index += 1) {
    const start = Math.floor(index * step);
    weight += weigh(text.slice(start, start + size));
  }
  return Math.ceil((weight * text.length) / (size * samples));
}

/** The items that fit, in order; a later item may fit after an earlier one did not. */
export function fitting<T>(
  items: readonly T[],
  tokens: number,
  textOf: (item: T) => string,
): readonly T[] {
  let left = tokens;
  return items.filter((item) => {
    const needed = estimateTokens(textOf(item));
    const fits = needed <= left;
    left -= fits ? needed : 0;
    return fits;
  });
}

function weigh(text: string): number {
  const weight = new TextWeight();
  weight.add(text);
  return weight.value;
}

export class TextWeight {
  value = 0;
  #before = 0x0a;

  add(text: string): void {
    let weight = 0;
    let before = this.#before;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      weight += weightOf(unit, before);
      before = unit;
    }
    this.value += weight;
    this.#before = before;
  }
}

function weightOf(unit: number, before: number): number {
  if (unit < 0x80) {
    return weightOfAscii(unit, before);
  }
  if (unit < 0x250) {
    return tokensPerAccented;
  }
  const isWide = (unit >= 0x2e80 && unit <= 0xa4cf) || (unit >= 0xac00 && unit <= 0xd7a3);
  // Each half of a surrogate pair counts: emoji and rare scripts take two tokens or more.
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  return isWide || isHalf ? tokensPerWide : tokensPerOther;
}

const lower = 1;
const upper = 2;
const letter = 3;

/** A table, because every character of every request is weighed. */
const letters = new Uint8Array(0x80);
const signs = new Float64Array(0x80).fill(tokensPerSign);
for (let index = 0; index < 26; index += 1) {
  letters[0x61 + index] = lower;
  letters[0x41 + index] = upper;
}
signs.fill(tokensPerDigit, 0x30, 0x3a);
signs[0x0a] = tokensPerLine;
signs[0x0d] = 0;

function weightOfAscii(unit: number, before: number): number {
  const kind = letters[unit] ?? 0;
  if (kind !== 0) {
    const last = before < 0x80 ? letters[before] : letter;
    // A word begins after anything but a letter, and at each hump of camelCase.
    const isWordStart = last === 0 || (kind === upper && last === lower);
    return isWordStart ? tokensPerLetter + tokensPerWord : tokensPerLetter;
  }
  if (unit === 0x20 || unit === 0x09) {
    // The first space belongs to the next word; indentation is about one token a line.
    return before === unit ? tokensPerFurtherSpace : 0;
  }
  return signs[unit] ?? 0;
}

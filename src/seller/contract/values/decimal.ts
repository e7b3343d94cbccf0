/** A double keeps decimals with up to this many significant digits unchanged (IEEE 754). */
const maxDecimalDigits = 15;

export type DecimalReading =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: "notANumber" | "tooManyDigits" };

/** Accepts `12`, `12.50`, `-0.5`: no exponent, no thousands separator, no more digits than a JSON number keeps. */
export function readDecimal(text: string): DecimalReading {
  if (!/^-?\d{1,400}(?:\.\d{1,400})?$/u.test(text)) {
    return { ok: false, reason: "notANumber" };
  }
  return significantDigits(text) > maxDecimalDigits
    ? { ok: false, reason: "tooManyDigits" }
    : { ok: true, value: Number(text) };
}

/**
 * Accepts plain numbers and amounts (`10,50`, `R$ 1.234,56`, `1,234.56`). Undefined for `1.234`, which may be a
 * thousand or a decimal.
 */
export function readWrittenNumber(text: string): number | undefined {
  const number = text.trim().replace(/^(-?)R\$\s{0,3}/iu, "$1");
  if (number.length > 400 || isAmbiguousNumber(number)) {
    return undefined;
  }
  const reading = readDecimal(pointed(number, "unproven"));
  return reading.ok ? reading.value : undefined;
}

/** True for `1.000` or `1,000`: a thousand, or three decimals. */
export function isAmbiguousNumber(text: string): boolean {
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/u.test(text);
}

/**
 * Removes thousands separators: a sign that repeats, or precedes the other sign. If the decimal sign is known, the
 * other sign before three digits is one, too.
 */
export function pointed(number: string, decimal: "," | "." | "unproven"): string {
  if (/^-?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/u.test(number)) {
    return decimal === "." ? number : number.replaceAll(".", "").replace(",", ".");
  }
  if (/^-?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/u.test(number)) {
    return decimal === "," ? number : number.replaceAll(",", "");
  }
  const isGroup = isAmbiguousNumber(number) && decimal !== "unproven" && !number.includes(decimal);
  return isGroup ? number.replace(/[.,]/u, "") : number.replace(",", ".");
}

/** Counts digits in the number's shortest text. Arithmetic on doubles would be wrong for 1.005. */
export function decimalPlaces(value: number): number {
  const { fraction = "", exponent = "0" } =
    /^-?\d+(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]\d+))?$/u.exec(String(value))?.groups ?? {};
  return Math.max(0, fraction.length - Number(exponent));
}

/** True if JSON writes the number exactly, not rounded to a double. */
export function hasExactDigits(value: number): boolean {
  return significantDigits(String(value).replace(/e.*$/u, "")) <= maxDecimalDigits;
}

function significantDigits(text: string): number {
  const digits = text.replace(/^-/u, "").replace(/^0+(?=\d)/u, "");
  const withoutTail = digits.includes(".") ? digits.replace(/\.?0+$/u, "") : digits;
  return withoutTail.replace(".", "").replace(/^0+/u, "").length;
}

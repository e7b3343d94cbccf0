/** Brazil's 67 area codes (Anatel). */
const areaCodes: ReadonlySet<string> = new Set(
  (
    "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 " +
    "51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 " +
    "91 92 93 94 95 96 97 98 99"
  ).split(" "),
);

export function isNationalPhone(digits: string): boolean {
  const first = digits.charAt(2);
  const isSubscriber =
    digits.length === 11
      ? first === "9" && digits.charAt(3) !== "0"
      : digits.length === 10 && first >= "2" && first <= "5";
  return isSubscriber && areaCodes.has(digits.slice(0, 2)) && !isOneDigit(digits.slice(3));
}

export function isTollFree(digits: string): boolean {
  return digits.startsWith("0") && /^0(?:800|300|303|500|900)\d{6,7}$/u.test(digits);
}

/** 4004 and similar: the same number in every capital, without area code. */
export function isSharedPhone(digits: string): boolean {
  return digits.length === 8 && /^(?:400\d|4020|4062|300[34])\d{4}$/u.test(digits);
}

function isOneDigit(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

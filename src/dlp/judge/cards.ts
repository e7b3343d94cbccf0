/** Issued number ranges with lengths, and the Luhn check. */

type Range = readonly [from: number, to: number, lengths: readonly number[]];

const ranges: readonly Range[] = [
  [300_000, 305_999, [14, 16]], // Diners
  [309_500, 309_599, [14, 16]], // Diners
  [340_000, 349_999, [15]], // Amex
  [352_800, 358_999, [16]], // JCB
  [360_000, 369_999, [14, 16]], // Diners
  [370_000, 379_999, [15]], // Amex
  [380_000, 399_999, [14, 16]], // Diners, and Hipercard's 3841
  [384_100, 384_199, [13, 19]], // Hipercard
  [400_000, 499_999, [13, 16, 19]], // Visa
  [504_175, 504_175, [16]], // Elo
  [506_699, 506_778, [16]], // Elo
  [509_000, 509_999, [16]], // Elo
  [510_000, 559_999, [16]], // Mastercard
  [222_100, 272_099, [16]], // Mastercard
  [601_100, 601_199, [16, 19]], // Discover
  [606_282, 606_282, [13, 16, 19]], // Hipercard
  [622_126, 622_925, [16, 19]], // Discover
  [627_780, 627_780, [16]], // Elo
  [636_297, 636_297, [16]], // Elo
  [636_368, 636_369, [16]], // Elo
  [637_095, 637_095, [16]], // Hipercard
  [637_568, 637_612, [16]], // Hipercard
  [644_000, 659_999, [16, 19]], // Discover
];

/** Test cards, as payment providers publish them. */
const testCards: ReadonlySet<string> = new Set([
  "4111111111111111",
  "4012888888881881",
  "4242424242424242",
  "4000056655665556",
  "4000000000000002",
  "4000000000000069",
  "4000000000000077",
  "4000000000000119",
  "4000000000000127",
  "4000000000000341",
  "4000000000003220",
  "4000000000009995",
  "4000002500003155",
  "4000000760000002",
  "4000003800000446",
  "4222222222222",
  "4917300800000000",
  "4484070000000000",
  "4235647728025682",
  "5555555555554444",
  "5105105105105100",
  "5200828282828210",
  "5031433215406351",
  "2223003122003222",
  "2223000048400011",
  "378282246310005",
  "371449635398431",
  "378734493671000",
  "371180303257522",
  "30569309025904",
  "38520000023237",
  "36227206271667",
  "3056930009020004",
  "6011111111111117",
  "6011000990139424",
  "6011000400000000",
  "3530111333300000",
  "3566002020360505",
  "3528000700000000",
  "6362970000457013",
  "6062826786276634",
  "6062825624254001",
  "5067230000009011",
]);

export function isCard(digits: string): boolean {
  return isIssued(digits) && passesLuhn(digits);
}

export function isTestCard(digits: string): boolean {
  return testCards.has(digits);
}

function isIssued(digits: string): boolean {
  const prefix = Number(digits.slice(0, 6));
  return ranges.some(
    ([from, to, lengths]) => prefix >= from && prefix <= to && lengths.includes(digits.length),
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = digits.length - 1, isDoubled = false; index >= 0; index -= 1) {
    const digit = digits.charCodeAt(index) - 48;
    const value = isDoubled ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

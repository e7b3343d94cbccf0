import type { Amount } from "../store/records.ts";

const microDigits = 6;

/** `12.5` or `12,5`: at most nine digits, then six. */
export function parseMoney(text: string): Amount {
  const [whole = "0", fraction = ""] = text.replace(",", ".").split(".");
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(microDigits, "0"));
}

export function formatMoney(amount: Amount): string {
  const digits = String(Math.abs(amount)).padStart(microDigits + 1, "0");
  const fraction = digits.slice(-microDigits).replace(/0{1,4}$/u, "");
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -microDigits)}.${fraction}`;
}

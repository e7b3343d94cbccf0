/**
 * Secrets in the forms of their vendors' public documentation, under the names that it gives them. Made without a look
 * at the rules of `src/dlp/secret`.
 */
import { hubCheckOf } from "../../src/dlp/secret/hubCheck.ts";
import type { Random } from "./random.ts";
import { secretCarriers } from "./secretCarriers.ts";

export interface VendorForm {
  readonly form: string;
  readonly names: readonly [string, ...string[]];
  readonly make: (random: Random) => string;
  /** A text that the documentation gives around the value, instead of a carrier. */
  readonly text?: (value: string, random: Random) => string;
}

interface VendorSecret {
  readonly form: string;
  readonly carrier: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const lower = upper.toLowerCase();
const digits = "0123456789";
export const base62 = upper + lower + digits;
export const base64 = `${base62}+/`;
export const url64 = `${base62}-_`;

/** A token with the check characters of GitHub and npm. */
export function checked(prefix: string, random: Random): string {
  const body = random.from(base62, 30);
  return prefix + body + hubCheckOf(body);
}

export function pem(label: string, random: Random, lines = 12): string {
  return [
    `-----BEGIN ${label}-----`,
    `MII${random.from(base64, 61)}`,
    ...Array.from({ length: lines }, () => random.from(base64, 64)),
    `${random.from(base64, 42)}==`,
    `-----END ${label}-----`,
  ].join("\n");
}

/** What a password manager generates, or a person thinks up. */
export function password(random: Random): string {
  const word = random.pick(["Cafe", "Trem", "Barco", "Copper", "Violet", "Janela", "Otter"]);
  return random.pick([
    () => random.from(base62, 8) + random.pick(["!", "@", "#", "$", "%"]) + random.from(base62, 7),
    () => random.from(base62, 24),
    () => `${word}${random.pick(["@", "#", "!", "_"])}${random.digits(4)}`,
    () =>
      `${word}-${random.from(lower, 5)}-${random.digits(2)}${random.from(upper, 1)}${random.from(lower, 4)}`,
  ])();
}

/** Secrets of the given forms in turn, each in a random carrier. */
export function makeVendorSecrets(
  forms: readonly VendorForm[],
  random: Random,
  count: number,
  carriers = secretCarriers,
): readonly VendorSecret[] {
  return Array.from({ length: Math.ceil(count / forms.length) }, () => forms)
    .flat()
    .slice(0, count)
    .map(({ form, names, make, text }) => {
      const value = make(random);
      if (text) {
        return placed({ form, carrier: "its own", text: text(value, random), written: value });
      }
      const [carrier, carry] = random.pick(carriers);
      return placed({ form, carrier, ...carry(random.pick(names), value) });
    });
}

function placed({
  form,
  carrier,
  text,
  written,
}: {
  readonly form: string;
  readonly carrier: string;
  readonly text: string;
  readonly written: string;
}): VendorSecret {
  const start = text.indexOf(written);
  if (start < 0) {
    throw new Error(`${form} is not in its text, ${carrier}.`);
  }
  return { form, carrier, text, start, end: start + written.length };
}

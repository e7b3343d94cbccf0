import { hash, randomBytes, timingSafeEqual } from "node:crypto";

import { hubCheckOf } from "../../dlp/secret/hubCheck.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "sk_hub_";
const secretLength = 43;
const checkLength = 6;

/** A new token, of 32 random bytes; it ends with a CRC, for secret scanners. */
export function createHubToken(bytes = randomBytes(32)): string {
  const secret = base62(BigInt(`0x${bytes.toString("hex")}`)).padStart(secretLength, "0");
  return `${prefix}${secret}${hubCheckOf(secret)}`;
}

const tokenPattern = new RegExp(
  `^${prefix}([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checkLength}})$`,
  "u",
);

export function isHubToken(text: string): boolean {
  const [, secret, check] = tokenPattern.exec(text) ?? [];
  return secret !== undefined && hubCheckOf(secret) === check;
}

export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

/** Compares two hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function base62(value: bigint): string {
  let digits = "";
  for (let rest = value; rest > 0n; rest /= 62n) {
    digits = (alphabet[Number(rest % 62n)] ?? "") + digits;
  }
  return digits;
}

import { randomBytes, randomInt } from "node:crypto";

/** Without vowels, so that a code is no word, and without letters that look alike (RFC 8628 §6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const userCodeLength = 8;
const userCodePattern = new RegExp(`^[${letters}]{${userCodeLength}}$`, "u");

/** 20^8 codes, as `WDJB-MJHT`. */
export function createUserCode(): string {
  const code = Array.from({ length: userCodeLength }, () => letters[randomInt(letters.length)]);
  return `${code.slice(0, 4).join("")}-${code.slice(4).join("")}`;
}

/** Accepts a code as a person types it. */
export function readUserCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[^A-Z]/gu, "");
  return userCodePattern.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined;
}

export function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A refresh token that names its device, so that the use of an old one is noticed. */
export interface RefreshToken {
  readonly tokenId: string;
  /** The same in all refresh tokens of a device. */
  readonly family: string;
  readonly secret: string;
}

const refreshPrefix = "rt_hub_";

export function writeRefreshToken({ tokenId, family, secret }: RefreshToken): string {
  return `${refreshPrefix}${tokenId}.${family}.${secret}`;
}

export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, tokenId, family, secret] =
    /^rt_hub_(tok_[0-9a-f]{32})\.([\w-]{43})\.([\w-]{43})$/u.exec(text) ?? [];
  return tokenId !== undefined && family !== undefined && secret !== undefined
    ? { tokenId, family, secret }
    : undefined;
}

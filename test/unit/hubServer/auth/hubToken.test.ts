import { crc32 } from "node:zlib";

import { expect, test } from "vitest";

import { cleanToken } from "../../../../src/extension/connection/cleanToken.ts";
import { createHubToken, hashToken, isSameHash } from "../../../../src/hubServer/auth/hubToken.ts";

test("a token has 43 digits of secret and 6 of a CRC by which scanners tell it from look-alikes", () => {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (let count = 0; count < 100; count += 1) {
    const [, secret = "", check = ""] =
      /^sk_hub_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/u.exec(createHubToken()) ?? [];
    const value = check.split("").reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(secret));
  }
});

test("tokens differ, and the extension knows their shape", () => {
  const tokens = Array.from({ length: 100 }, createHubToken);
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => cleanToken(token).hasHubShape)).toBe(true);
});

test("a hash is the same for the same token only", () => {
  expect(isSameHash(hashToken("one"), hashToken("one"))).toBe(true);
  expect(isSameHash(hashToken("one"), hashToken("two"))).toBe(false);
  expect(isSameHash(hashToken("one"), "short")).toBe(false);
});

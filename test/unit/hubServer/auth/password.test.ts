import { scryptSync } from "node:crypto";

import { expect, test } from "vitest";

import { hashPassword, isPasswordOf } from "../../../../src/hubServer/auth/password.ts";

test("a password is kept as scrypt with its parameters and a salt of its own", async () => {
  const [one, other] = [await hashPassword("correct horse"), await hashPassword("correct horse")];
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w+/]{22}==\$[\w+/]{43}=$/u);
  expect(one).not.toBe(other);
  expect(await isPasswordOf(one, "correct horse")).toBe(true);
  expect(await isPasswordOf(one, "correct horse ")).toBe(false);
});

test("a hash with other parameters is understood by what it says of itself", async () => {
  const salt = Buffer.from("salt of sixteen!");
  const key = scryptSync("old", salt, 64, { N: 1_024, r: 4, p: 1 });
  const hash = `scrypt$1024$4$1$${salt.toString("base64")}$${key.toString("base64")}`;
  expect(await isPasswordOf(hash, "old")).toBe(true);
  expect(await isPasswordOf(hash, "new")).toBe(false);
});

test("the same letters in another Unicode form are the same password", async () => {
  const hash = await hashPassword("maçã verde".normalize("NFD"));
  expect(await isPasswordOf(hash, "maçã verde".normalize("NFC"))).toBe(true);
});

test.each([undefined, "", "plain text", "scrypt$0$0$0$$", "bcrypt$1$1$1$YQ==$YQ=="])(
  "without a hash that can be read no password is right: %j",
  async (hash) => {
    expect(await isPasswordOf(hash, hash ?? "")).toBe(false);
  },
);

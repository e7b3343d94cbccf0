import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { writeDigests } from "../../../scripts/digests.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "digests-"));
  writeFileSync(join(folder, "b.vsix"), "b");
  writeFileSync(join(folder, "a.tgz"), "a");
});

afterEach(() => rmSync(folder, { recursive: true }));

const read = (name: string): Buffer => readFileSync(join(folder, name));

function keyFile(type: "ed25519" | "x25519"): string {
  const { privateKey } =
    type === "ed25519" ? generateKeyPairSync("ed25519") : generateKeyPairSync("x25519");
  const path = join(folder, "key.pem");
  writeFileSync(path, privateKey.export({ type: "pkcs8", format: "pem" }));
  return path;
}

test("digests are written as sha256sum reads them, in the order of the names", () => {
  writeDigests(folder, ["b.vsix", "a.tgz"], undefined);
  expect(read("SHA256SUMS").toString()).toBe(
    [
      "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.tgz",
      "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b.vsix",
      "",
    ].join("\n"),
  );
  expect(existsSync(join(folder, "SHA256SUMS.sig"))).toBe(false);
});

test("a key signs the digests, the same each time", () => {
  const key = keyFile("ed25519");
  writeDigests(folder, ["a.tgz"], key);
  const signature = read("SHA256SUMS.sig");
  expect(verify(null, read("SHA256SUMS"), createPublicKey(readFileSync(key)), signature)).toBe(
    true,
  );
  writeDigests(folder, ["a.tgz"], key);
  expect(read("SHA256SUMS.sig")).toEqual(signature);
});

test("a key of another kind is refused with the command that makes one", () => {
  expect(() => writeDigests(folder, ["a.tgz"], keyFile("x25519"))).toThrow(
    "openssl genpkey -algorithm ed25519",
  );
});

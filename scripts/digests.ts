import { createHash, createPrivateKey, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Digests of a release in the form of `sha256sum`, and its detached Ed25519 signature (64 bytes, as `openssl pkeyutl` makes it). */
export const digestsName = "SHA256SUMS";
export const signatureName = "SHA256SUMS.sig";

/**
 * Writes the digests of these files of a folder, and signs them if there is a key.
 * @param keyFile Path of an Ed25519 private key in PEM (`openssl genpkey -algorithm ed25519`).
 */
export function writeDigests(
  folder: string,
  names: readonly string[],
  keyFile: string | undefined,
): void {
  const lines = names
    .toSorted()
    .map((name) => `${sha256Of(readFileSync(join(folder, name)))}  ${name}\n`);
  const text = Buffer.from(lines.join(""));
  writeFileSync(join(folder, digestsName), text);
  if (keyFile === undefined || keyFile === "") {
    return;
  }
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== "ed25519") {
    throw new Error(`${keyFile} is no Ed25519 key: openssl genpkey -algorithm ed25519 makes one.`);
  }
  writeFileSync(join(folder, signatureName), sign(null, text, key));
}

export function sha256Of(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

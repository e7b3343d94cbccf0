import { createHash, timingSafeEqual } from "node:crypto";

import type { SandboxDatabase } from "../store/database.ts";

export type RandomBytes = (size: number) => Uint8Array;

/** Older secrets become invalid, to bound the data directory. */
const secretsPerSeller = 20;

/** Stores only a hash, without salt or slowness: the secret is 32 random bytes, not a password. */
export function issueSecret(
  db: SandboxDatabase,
  codigoSeller: number,
  random: RandomBytes,
): string {
  const secret = Buffer.from(random(32)).toString("base64url");
  db.run("INSERT INTO segredo (codigoSeller, hash) VALUES ($codigoSeller, $hash)", {
    codigoSeller,
    hash: hashOf(secret).toString("hex"),
  });
  db.run(
    `DELETE FROM segredo WHERE codigoSeller = $codigoSeller AND id NOT IN (
       SELECT id FROM segredo WHERE codigoSeller = $codigoSeller ORDER BY id DESC LIMIT ${secretsPerSeller})`,
    { codigoSeller },
  );
  return secret;
}

/** Compares exactly once in constant time: the duration does not reveal if the client exists. */
export function authenticate(
  db: SandboxDatabase,
  clientId: string,
  clientSecret: string,
): number | undefined {
  const codigoSeller = db.number(
    "SELECT codigoSeller AS value FROM seller WHERE clientId = $clientId",
    {
      clientId,
    },
  );
  const hashes = db.texts("SELECT hash AS value FROM segredo WHERE codigoSeller = $codigoSeller", {
    codigoSeller: codigoSeller ?? null,
  });
  const given = hashOf(clientSecret);
  let isRight = false;
  for (let index = 0; index < secretsPerSeller; index++) {
    isRight = isSame(Buffer.from(hashes[index] ?? noHash, "hex"), given) || isRight;
  }
  return isRight ? codigoSeller : undefined;
}

const noHash = "00".repeat(32);

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

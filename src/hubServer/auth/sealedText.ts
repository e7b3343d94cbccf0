import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivLength = 12;
const tagLength = 16;

export interface SealKey {
  readonly secret: string;
  /** Binds the text to its owner, so that another owner cannot open it. */
  readonly owner: string;
}

/** AES-256-GCM; the key is derived from a secret of the configuration, which the database never contains. */
export function sealText(text: string, key: SealKey): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv("aes-256-gcm", keyOf(key), iv);
  cipher.setAAD(Buffer.from(key.owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Undefined for another secret or owner, or a changed text. */
export function openSealedText(sealed: string, key: SealKey): string | undefined {
  try {
    const bytes = Buffer.from(sealed, "base64url");
    const decipher = createDecipheriv("aes-256-gcm", keyOf(key), bytes.subarray(0, ivLength), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(key.owner));
    decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
    const rest = bytes.subarray(ivLength + tagLength);
    return Buffer.concat([decipher.update(rest), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

function keyOf({ secret }: SealKey): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "ai-hub openid grant", 32));
}

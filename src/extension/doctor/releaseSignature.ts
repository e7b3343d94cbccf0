import { hexOf } from "../../shared/base/hash.ts";

const keyPrefix = "302a300506032b6570032100";
const keyBytes = 44;

/** An Ed25519 public key of a release, as `openssl pkey -pubout` writes it (SubjectPublicKeyInfo, RFC 8410). */
export interface ReleaseKey {
  /** False as well if this editor lacks Ed25519. */
  readonly hasSigned: (
    text: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
}

/** @param text The PEM file, or its line of Base64. Undefined if it is something else. */
export function readReleaseKey(text: string): ReleaseKey | undefined {
  const bytes = decode(text.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\s+/gu, ""));
  if (bytes?.length !== keyBytes || !hexOf(bytes).startsWith(keyPrefix)) {
    return undefined;
  }
  return {
    hasSigned: async (signed, signature) => {
      try {
        const key = await crypto.subtle.importKey("spki", bytes, "Ed25519", false, ["verify"]);
        return await crypto.subtle.verify("Ed25519", key, signature, signed);
      } catch {
        // Unsupported, or not a point of the curve: refuse.
        return false;
      }
    },
  };
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

import { createHmac } from "node:crypto";

/** Compares values of a request with those of its answer without keeping them. */
export function valueHash(key: string, value: string): string {
  return createHmac("sha256", key).update(value).digest("base64url");
}

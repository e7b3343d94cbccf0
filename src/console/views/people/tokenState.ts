import type { Token } from "../../data/types.ts";

export type TokenState = "active" | "expired" | "revoked";

export function tokenState(token: Token, now: number): TokenState {
  if (token.revoked_at !== null) {
    return "revoked";
  }
  const end = tokenEnd(token);
  return end !== null && Date.parse(end) <= now ? "expired" : "active";
}

/** The end of a token. A device renews its token until it has not been used for long. */
export function tokenEnd({ device, expires_at: expires }: Token): string | null {
  return device ? device.signed_in_until : expires;
}

import type { Token } from "../../data/types.ts";

export type TokenState = "active" | "expired" | "revoked";

export function tokenState(token: Token, now: number): TokenState {
  if (token.revoked_at !== null) {
    return "revoked";
  }
  return token.expires_at !== null && Date.parse(token.expires_at) <= now ? "expired" : "active";
}

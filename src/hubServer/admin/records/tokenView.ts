import type * as z from "zod/mini";

import type { tokenSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import { readSettings } from "../../store/builtInRecords.ts";
import type { TokenRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { type TokenPlace, tokenPlace } from "../../store/tokenPlace.ts";
import { isoTime, isoTimeOrNull } from "../../values/isoTime.ts";
import { rateLimitsJson } from "./profiles.ts";

export function tokenInputOf(token: TokenRecord): Readonly<Record<string, unknown>> {
  return {
    name: token.name,
    expires_at: isoTimeOrNull(token.expiresAt),
    user_id: token.userId ?? null,
    profile_id: token.profileId ?? null,
    sector_id: token.sectorId ?? null,
    rate_limits: rateLimitsJson(token.rateLimits),
  };
}

export async function showTokens(
  store: Store,
  tokens: readonly TokenRecord[],
): Promise<readonly z.infer<typeof tokenSchema>[]> {
  const users = new Map((await store.records.list("user")).map((user) => [user.id, user]));
  const settings = await readSettings(store);
  return tokens.map((token) =>
    tokenJson(token, tokenPlace(token, users.get(token.userId ?? ""), settings)),
  );
}

export async function answerToken(
  status: number,
  token: TokenRecord,
  { store, secret }: { readonly store: Store; readonly secret?: string },
): Promise<HubResponse> {
  const [shown] = await showTokens(store, [token]);
  return jsonResponse(status, { ...shown, ...(secret !== undefined && { token: secret }) });
}

function tokenJson(token: TokenRecord, place: TokenPlace): z.infer<typeof tokenSchema> {
  return {
    id: token.id,
    object: "token",
    name: token.name,
    prefix: `sk_hub_…${token.last4}`,
    user_id: token.userId ?? null,
    profile_id: token.profileId ?? null,
    sector_id: token.sectorId ?? null,
    effective_profile_id: place.profileId,
    effective_sector_id: place.sectorId,
    rate_limits: rateLimitsJson(token.rateLimits),
    created_at: isoTime(token.createdAt),
    expires_at: isoTimeOrNull(token.expiresAt),
    revoked_at: isoTimeOrNull(token.revokedAt),
    last_used_at: isoTimeOrNull(token.lastUsedAt),
    ...(token.device && {
      device: {
        client: token.device.client,
        signed_in_until: isoTime(token.device.refreshUntil),
      },
    }),
  };
}

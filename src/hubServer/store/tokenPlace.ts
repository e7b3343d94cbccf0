import type { SettingsRecord, TokenRecord, UserRecord } from "./records.ts";

export interface TokenPlace {
  readonly profileId: string;
  readonly sectorId: string;
}

/**
 * A token's profile and sector, inherited at every request, so that moving a person to a stricter profile moves the
 * tokens too.
 */
export function tokenPlace(
  token: Pick<TokenRecord, "profileId" | "sectorId">,
  owner: Pick<UserRecord, "profileId" | "sectorId"> | undefined,
  settings: Pick<SettingsRecord, "defaultProfileId" | "defaultSectorId">,
): TokenPlace {
  return {
    profileId: token.profileId ?? owner?.profileId ?? settings.defaultProfileId,
    sectorId: token.sectorId ?? owner?.sectorId ?? settings.defaultSectorId,
  };
}

function inherit(kind: "profile" | "sector"): string {
  const own = `own.kind = 'token' AND own.to_kind = '${kind}'`;
  return `
  UPDATE record SET body = (
    SELECT replace(record.body, ',"${kind}Id":"' || own.to_id || '"', '')
    FROM record_reference AS own WHERE ${own} AND own.id = record.id)
  WHERE kind = 'token' AND EXISTS (
    SELECT 1 FROM record_reference AS own
    JOIN record_reference AS owner
      ON owner.kind = 'token' AND owner.id = own.id AND owner.to_kind = 'user'
    JOIN record_reference AS theirs
      ON theirs.kind = 'user' AND theirs.id = owner.to_id AND theirs.to_kind = own.to_kind
        AND theirs.to_id = own.to_id
    WHERE ${own} AND own.id = record.id);

  DELETE FROM record_reference WHERE kind = 'token' AND to_kind = '${kind}' AND EXISTS (
    SELECT 1 FROM record WHERE record.kind = 'token' AND record.id = record_reference.id
      AND record.body NOT LIKE '%,"${kind}Id":"%');
  `;
}

/**
 * Makes copies inherited: tokens once copied their owner's profile and sector. A different value was deliberate and
 * stays.
 */
export const inheritFromOwners = `
  ${inherit("profile")}
  ${inherit("sector")}
  UPDATE record_version SET version = version + 1;
`;

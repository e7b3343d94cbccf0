import { forEachKind } from "../../shared/sensitiveKinds.ts";
import type { ProfileRecord, SectorRecord, SettingsRecord, UserRecord } from "./records.ts";
import type { Store } from "./store.ts";

/** What every hub begins with. The ids are the same everywhere, so that two that begin at once agree. */
export const defaultSectorId = "sector_default";
export const defaultProfileId = "profile_default";
/** Whom the administrator's token stands for. */
export const builtInAdminId = "user_admin";
/** The token of the run, whose secret only the process knows. */
export const localTokenId = "tok_local";

export const maxRecords = 1_000;

export function defaultSector(now: number): SectorRecord {
  return { id: defaultSectorId, name: "General", createdAt: now };
}

/** Everything is allowed and every finding is told: what to forbid is for the organisation to say. */
export function defaultProfile(now: number): ProfileRecord {
  return {
    id: defaultProfileId,
    name: "Standard",
    createdAt: now,
    policy: {
      allow: [],
      deny: [],
      allowsTools: true,
      allowsImages: true,
      forced: {},
      capped: {},
    },
    dlp: forEachKind(() => "alert"),
    rateLimits: {},
  };
}

export const defaultSettings: SettingsRecord = {
  id: "hub",
  timeZone: "America/Sao_Paulo",
  currency: "USD",
  budgetStatus: 402,
  defaultProfileId,
  defaultSectorId,
};

export function newAdmin(now: number): UserRecord {
  return {
    id: builtInAdminId,
    name: "Administrator",
    createdAt: now,
    login: "admin",
    role: "admin",
    profileId: defaultProfileId,
    sectorId: defaultSectorId,
    isActive: true,
  };
}

export async function builtInAdmin({ records }: Pick<Store, "records">): Promise<UserRecord> {
  return (await records.get("user", builtInAdminId)) ?? newAdmin(0);
}

export async function readSettings({ records }: Pick<Store, "records">): Promise<SettingsRecord> {
  return (await records.get("settings", "hub")) ?? defaultSettings;
}

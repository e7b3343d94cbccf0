import { forEachKind } from "../../shared/guarded/sensitiveKinds.ts";
import type {
  ModelPolicy,
  ProfileRecord,
  SectorRecord,
  SettingsRecord,
  UserRecord,
} from "./records.ts";
import type { Store } from "./store.ts";

/** Ids that are equal in every hub, so that two hubs starting at once agree. */
export const defaultSectorId = "sector_default";
const defaultProfileId = "profile_default";
export const builtInAdminId = "user_admin";
export const localTokenId = "tok_local";

export const maxRecords = 1_000;

export function defaultSector(now: number): SectorRecord {
  return { id: defaultSectorId, name: "General", createdAt: now };
}

export const openPolicy: ModelPolicy = {
  allow: [],
  deny: [],
  allowsTools: true,
  allowsImages: true,
  forced: {},
  capped: {},
};

export function defaultProfile(now: number): ProfileRecord {
  return {
    id: defaultProfileId,
    name: "Standard",
    createdAt: now,
    policy: openPolicy,
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

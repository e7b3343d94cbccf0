import { forEachKind } from "../../shared/sensitiveKinds.ts";
import type {
  ModelPolicy,
  ProfileRecord,
  SectorRecord,
  SettingsRecord,
  UserRecord,
} from "./records.ts";
import type { Store } from "./store.ts";

/** Records of a new hub. Ids are the same in every hub, so that two that start at once agree. */
export const defaultSectorId = "sector_default";
export const defaultProfileId = "profile_default";
/** The user that the administrator's token belongs to. */
export const builtInAdminId = "user_admin";
/** The token of this run; only the process knows its secret. */
export const localTokenId = "tok_local";

export const maxRecords = 1_000;

export function defaultSector(now: number): SectorRecord {
  return { id: defaultSectorId, name: "General", createdAt: now };
}

/** Every model and everything of it. */
export const openPolicy: ModelPolicy = {
  allow: [],
  deny: [],
  allowsTools: true,
  allowsImages: true,
  forced: {},
  capped: {},
};

/** Allows everything and reports every finding; the organisation decides what to forbid. */
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

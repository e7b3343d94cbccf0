import { randomBytes } from "node:crypto";

import { createHubToken, hashToken, isSameHash } from "../auth/hubToken.ts";
import type { LegacyState } from "../auth/legacyState.ts";
import {
  builtInAdminId,
  defaultProfile,
  defaultSector,
  defaultSettings,
  localTokenId,
  newAdmin,
} from "../store/builtInRecords.ts";
import type { RecordStore } from "../store/store.ts";
import { startEvent } from "./base/changes.ts";

export interface PrepareOptions {
  readonly now: number;
  readonly adminToken: string | undefined;
  readonly legacy: LegacyState | undefined;
}

export interface PreparedStore {
  readonly isNew: boolean;
  readonly adminToken: string | undefined;
}

/**
 * A new store's records have no events: the caller states them in the audit. Processes that start together on an empty
 * database need the same AI_HUB_ADMIN_TOKEN.
 */
export async function prepareStore(
  records: RecordStore,
  options: PrepareOptions,
): Promise<PreparedStore> {
  const { now } = options;
  const isNew = (await records.get("settings", "hub")) === undefined;
  if (isNew) {
    await records.add("sector", defaultSector(now));
    await records.add("profile", defaultProfile(now));
  }
  const newToken = isNew ? newAdminToken(options) : undefined;
  const isOurs =
    isNew && (await records.add("settings", { ...defaultSettings, ...newToken?.kept }));
  const settings = (await records.get("settings", "hub")) ?? defaultSettings;
  if (!(await records.get("user", builtInAdminId))) {
    const { defaultProfileId: profileId, defaultSectorId: sectorId } = settings;
    const admin = { ...newAdmin(now), profileId, sectorId };
    const { id, name } = admin;
    const event = startEvent({ action: "create", kind: "user", id, name }, now);
    await (isNew ? records.add("user", admin) : records.put("user", admin, event));
  }
  await takeOverTokens(records, options);
  return { isNew, adminToken: isOurs ? newToken?.shown : await adminTokenOf(records, options) };
}

/** Reports and profiles need a record for the local token. Its hash is random; the secret is only in memory. */
export async function prepareLocalToken(
  records: RecordStore,
  { now, profileId }: { readonly now: number; readonly profileId?: string },
): Promise<string> {
  if (!(await records.get("token", localTokenId))) {
    const [id, name] = [localTokenId, "This machine"];
    const token = {
      id,
      name,
      createdAt: now,
      hash: hashToken(randomBytes(32).toString("hex")),
      last4: "····",
      ...(profileId !== undefined && { profileId }),
      rateLimits: {},
    };
    await records.put(
      "token",
      token,
      startEvent({ action: "create", kind: "token", id, name }, now),
    );
  }
  return localTokenId;
}

async function takeOverTokens(
  records: RecordStore,
  { legacy, now }: PrepareOptions,
): Promise<void> {
  for (const { id, name, hash, last4, createdAt } of legacy?.tokens ?? []) {
    if (!(await records.get("token", id))) {
      const event = startEvent({ action: "create", kind: "token", id, name }, now);
      await records.put("token", { id, name, hash, last4, createdAt, rateLimits: {} }, event);
    }
  }
}

interface AdminToken {
  readonly shown: string | undefined;
  readonly kept: { readonly adminTokenHash: string };
}

function newAdminToken({ adminToken, legacy }: PrepareOptions): AdminToken {
  if (adminToken === undefined && legacy?.adminTokenHash !== undefined) {
    return { shown: undefined, kept: { adminTokenHash: legacy.adminTokenHash } };
  }
  const shown = adminToken ?? createHubToken().replace("sk_hub_", "hub_admin_");
  return { shown, kept: { adminTokenHash: hashToken(shown) } };
}

async function adminTokenOf(
  records: RecordStore,
  options: PrepareOptions,
): Promise<string | undefined> {
  const settings = (await records.get("settings", "hub")) ?? defaultSettings;
  const stored = settings.adminTokenHash;
  if (options.adminToken === undefined && stored !== undefined) {
    return undefined;
  }
  const { shown, kept } = newAdminToken(options);
  if (stored === undefined || !isSameHash(stored, kept.adminTokenHash)) {
    const change = { action: "update", kind: "settings", id: "hub", name: "hub" } as const;
    const event = startEvent({ ...change, fields: ["admin_token"] }, options.now);
    await records.put("settings", { ...settings, ...kept }, event);
  }
  return shown;
}

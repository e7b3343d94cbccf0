import { createHubToken, hashToken, isSameHash } from "../../auth/hubToken.ts";
import { mayWork } from "../../auth/mayWork.ts";
import type {
  AuditEvent,
  DeviceGrant,
  SignedInDevice,
  TokenRecord,
  UserRecord,
} from "../../store/records.ts";
import type { DeviceStore } from "../../store/store.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { type Change, changeEvent } from "../base/changes.ts";
import { newId } from "../base/newId.ts";
import { ownTokens } from "../records/tokens.ts";
import { createSecret, type RefreshToken, writeRefreshToken } from "./deviceCodes.ts";
import { OAuthError } from "./oauthForm.ts";

/** Milliseconds after the last renewal. */
const refreshMs = 30 * 24 * 60 * 60_000;
const accessMs = 8 * 60 * 60_000;
/** A renewal whose answer was lost may be repeated for this long. */
const repeatMs = 60_000;
const maxDevices = 50;

/** Secrets of a device; they are never stored in this form. */
export interface DeviceSecrets {
  readonly access: string;
  readonly refresh: string;
  readonly expiresInSeconds: number;
}

export async function signDeviceIn(
  { client, deviceName }: DeviceGrant,
  userId: string,
  deps: AdminDeps,
): Promise<DeviceSecrets> {
  const { store, clock } = deps;
  const now = clock.now();
  const user = await store.records.get("user", userId);
  if (!mayWork(user)) {
    throw new OAuthError("access_denied", "The account is not active. Ask your administrator.");
  }
  const devices = (await ownTokens(store.records, user)).filter((token) => isSignedIn(token, now));
  if (devices.length >= maxDevices) {
    throw new OAuthError(
      "access_denied",
      `There are ${maxDevices} devices already. End one first.`,
    );
  }
  const id = newId("tok");
  const family = createSecret();
  const next: Secrets = { access: createHubToken(), secret: createSecret() };
  const device = { client, familyHash: hashToken(family), seed: createSecret() };
  const fields = fieldsOf(next, device, now);
  const token = { id, name: deviceName, createdAt: now, userId, rateLimits: {}, ...fields };
  await write(token, { action: "create" }, { user, deps });
  return answerOf({ tokenId: id, family }, next, accessMs);
}

/**
 * Replaces both secrets. Processes that share a sign-in may renew it at once: all of them get the same secrets, which
 * are made of the refresh token that they gave. Rejects with an `OAuthError`.
 */
export async function renewDevice(given: RefreshToken, deps: AdminDeps): Promise<DeviceSecrets> {
  const now = deps.clock.now();
  const { token, device } = await deviceOf(given, deps);
  const user = await deps.store.records.get("user", token.userId ?? "");
  if (!mayWork(user)) {
    throw new OAuthError("invalid_grant", "The account is not active. Ask your administrator.");
  }
  if (!isSignedIn(token, now) || (await isUnwatched(user, deps))) {
    throw ended();
  }
  const hash = hashToken(given.secret);
  if (!renews(hash, device, now)) {
    const revoked = { ...token, revokedAt: now };
    if (!(await replace(token, revoked, { action: "delete" }, { user, deps }))) {
      return renewDevice(given, deps);
    }
    throw new OAuthError(
      "invalid_grant",
      "This sign-in was ended, because an old refresh token was used. Sign in again.",
    );
  }
  const next = secretsAfter(given, device, deps.store.devices);
  if (isSameHash(device.refreshHash, hashToken(next.secret))) {
    return answerOf(given, next, (token.expiresAt ?? now) - now);
  }
  const renewed = { ...token, ...fieldsOf(next, { ...device, previousHash: hash }, now) };
  const what = { action: "update", fields: ["secret", "expires_at"] } as const;
  return (await replace(token, renewed, what, { user, deps }))
    ? answerOf(given, next, accessMs)
    : renewDevice(given, deps);
}

/** True for the last refresh token, and within a minute for the token before it. */
function renews(hash: string, device: SignedInDevice, now: number): boolean {
  const { refreshHash, previousHash = "", renewedAt } = device;
  return (
    isSameHash(refreshHash, hash) || (isSameHash(previousHash, hash) && now - renewedAt < repeatMs)
  );
}

/** An invalid refresh token changes nothing (RFC 7009 §2.2). */
export async function signDeviceOut(given: RefreshToken, deps: AdminDeps): Promise<void> {
  const found = await deviceOf(given, deps).catch(() => undefined);
  const user = found && (await deps.store.records.get("user", found.token.userId ?? ""));
  if (found && user && found.token.revokedAt === undefined) {
    const revoked = { ...found.token, revokedAt: deps.clock.now() };
    await write(revoked, { action: "delete" }, { user, deps });
  }
}

/**
 * True if the hub cannot notice that the organisation locked this person out: the device then ends with its access
 * token.
 */
async function isUnwatched({ id, subject }: UserRecord, deps: AdminDeps): Promise<boolean> {
  return deps.openId !== undefined && subject !== undefined
    ? !(await deps.store.openIdGrants.has(id))
    : false;
}

function isSignedIn({ device, revokedAt }: TokenRecord, now: number): boolean {
  return device !== undefined && revokedAt === undefined && device.refreshUntil > now;
}

async function deviceOf(
  { tokenId, family }: RefreshToken,
  { store }: AdminDeps,
): Promise<{ readonly token: TokenRecord; readonly device: SignedInDevice }> {
  const token = await store.records.get("token", tokenId);
  if (!token?.device || !isSameHash(token.device.familyHash, hashToken(family))) {
    throw ended();
  }
  return { token, device: token.device };
}

function ended(): OAuthError {
  return new OAuthError("invalid_grant", "This sign-in has ended. Sign in again.");
}

interface Secrets {
  readonly access: string;
  /** Of the refresh token. */
  readonly secret: string;
}

/** The same for each use of a refresh token; only a hub can make them of it. */
function secretsAfter(
  { tokenId, secret }: RefreshToken,
  { seed = "" }: SignedInDevice,
  devices: DeviceStore,
): Secrets {
  const secretOf = (name: string): string => devices.secretOf(name, tokenId, seed, secret);
  const access = createHubToken(Buffer.from(secretOf("access"), "base64url"));
  return { access, secret: secretOf("refresh") };
}

function fieldsOf(
  { access, secret }: Secrets,
  device: Pick<SignedInDevice, "client" | "familyHash" | "previousHash" | "seed">,
  now: number,
): Pick<TokenRecord, "hash" | "last4" | "expiresAt" | "device"> {
  return {
    hash: hashToken(access),
    last4: access.slice(-4),
    expiresAt: now + accessMs,
    device: {
      ...device,
      refreshHash: hashToken(secret),
      renewedAt: now,
      refreshUntil: now + refreshMs,
    },
  };
}

function answerOf(
  { tokenId, family }: Pick<RefreshToken, "tokenId" | "family">,
  { access, secret }: Secrets,
  restMs: number,
): DeviceSecrets {
  return {
    access,
    refresh: writeRefreshToken({ tokenId, family, secret }),
    expiresInSeconds: Math.max(0, Math.floor(restMs / 1_000)),
  };
}

type What = Pick<Change, "action" | "fields">;

interface Where {
  readonly user: UserRecord;
  readonly deps: AdminDeps;
}

async function write(token: TokenRecord, what: What, where: Where): Promise<void> {
  await where.deps.store.records.put("token", token, eventOf(token, what, where));
}

/** False if another hub changed the token since it was read. */
function replace(seen: TokenRecord, next: TokenRecord, what: What, where: Where): Promise<boolean> {
  return where.deps.store.devices.replace(seen, next, eventOf(next, what, where));
}

function eventOf({ id, name }: TokenRecord, what: What, { user, deps }: Where): AuditEvent {
  const event = changeEvent({ ...what, kind: "token", id, name }, { user }, deps.clock.now());
  return { ...event, detail: { ...event.detail, by: `${user.login}, by a device` } };
}

import { createHubToken, hashToken, isSameHash } from "../../auth/hubToken.ts";
import { mayWork } from "../../auth/mayWork.ts";
import type { DeviceGrant, SignedInDevice, TokenRecord, UserRecord } from "../../store/records.ts";
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
  const { fields, secrets } = newSecrets({ tokenId: id, family, client, now });
  const token = { id, name: deviceName, createdAt: now, userId, rateLimits: {}, ...fields };
  await write(token, { action: "create" }, { user, deps });
  return secrets;
}

/** Replaces both secrets. Rejects with an `OAuthError`. */
export async function renewDevice(given: RefreshToken, deps: AdminDeps): Promise<DeviceSecrets> {
  const { store, clock } = deps;
  const now = clock.now();
  const { token, device } = await deviceOf(given, deps);
  const user = await store.records.get("user", token.userId ?? "");
  if (!mayWork(user)) {
    throw new OAuthError("invalid_grant", "The account is not active. Ask your administrator.");
  }
  if (!isSignedIn(token, now) || (await isUnwatched(user, deps))) {
    throw ended();
  }
  const hash = hashToken(given.secret);
  const isRepeated =
    device.previousHash !== undefined &&
    isSameHash(device.previousHash, hash) &&
    now - device.renewedAt < repeatMs;
  if (!isSameHash(device.refreshHash, hash) && !isRepeated) {
    await write({ ...token, revokedAt: now }, { action: "delete" }, { user, deps });
    throw new OAuthError(
      "invalid_grant",
      "This sign-in was ended, because an old refresh token was used. Sign in again.",
    );
  }
  const { tokenId, family } = given;
  const { fields, secrets } = newSecrets({ tokenId, family, client: device.client, now });
  const renewed = { ...token, ...fields, device: { ...fields.device, previousHash: hash } };
  await write(renewed, { action: "update", fields: ["secret", "expires_at"] }, { user, deps });
  return secrets;
}

/** An invalid refresh token changes nothing (RFC 7009 §2.2). */
export async function signDeviceOut(given: RefreshToken, deps: AdminDeps): Promise<void> {
  const found = await deviceOf(given, deps).catch(() => undefined);
  const user = found && (await deps.store.records.get("user", found.token.userId ?? ""));
  if (found && user && found.token.revokedAt === undefined) {
    const revokedAt = deps.clock.now();
    await write({ ...found.token, revokedAt }, { action: "delete" }, { user, deps });
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

function newSecrets(of: {
  readonly tokenId: string;
  readonly family: string;
  readonly client: string;
  readonly now: number;
}): {
  readonly fields: Pick<TokenRecord, "hash" | "last4" | "expiresAt"> & {
    readonly device: SignedInDevice;
  };
  readonly secrets: DeviceSecrets;
} {
  const { tokenId, family, client, now } = of;
  const [access, secret] = [createHubToken(), createSecret()];
  return {
    fields: {
      hash: hashToken(access),
      last4: access.slice(-4),
      expiresAt: now + accessMs,
      device: {
        client,
        familyHash: hashToken(family),
        refreshHash: hashToken(secret),
        renewedAt: now,
        refreshUntil: now + refreshMs,
      },
    },
    secrets: {
      access,
      refresh: writeRefreshToken({ tokenId, family, secret }),
      expiresInSeconds: accessMs / 1_000,
    },
  };
}

async function write(
  token: TokenRecord,
  what: Pick<Change, "action" | "fields">,
  { user, deps }: { readonly user: UserRecord; readonly deps: AdminDeps },
): Promise<void> {
  const change: Change = { ...what, kind: "token", id: token.id, name: token.name };
  const event = changeEvent(change, { user }, deps.clock.now());
  await deps.store.records.put("token", token, {
    ...event,
    detail: { ...event.detail, by: `${user.login}, by a device` },
  });
}

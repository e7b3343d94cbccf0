import type { OpenIdConfig } from "../../config/openIdConfig.ts";
import { builtInAdminId, readSettings } from "../../store/builtInRecords.ts";
import type { UserRecord } from "../../store/records.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { type Change, changeEvent } from "../base/changes.ts";
import { newId } from "../base/newId.ts";
import { shownName } from "../base/shownName.ts";
import { foldedLogin, isLogin } from "../records/users.ts";
import type { OpenIdIdentity } from "./openIdClient.ts";

/**
 * Finds a user by subject or, the first time, by a verified e-mail address that equals a login except for ASCII case.
 * `waiting`: an administrator must confirm. Unknown people get an account only with `createsUsers`.
 */
export async function userOfIdentity(
  identity: OpenIdIdentity,
  { createsUsers }: Pick<OpenIdConfig, "createsUsers">,
  deps: AdminDeps,
): Promise<UserRecord | "waiting" | undefined> {
  if (!identity.isMember) {
    return undefined;
  }
  const users = await deps.store.records.list("user");
  const known = users.find(({ subject }) => subject === identity.subject);
  if (known) {
    return isOpen(known) ? admitAgain(known, deps) : undefined;
  }
  const login = loginOf(identity.email);
  if (login === undefined) {
    return undefined;
  }
  const sameLogin = users.find((user) => user.login === login);
  if (sameLogin) {
    return isOpen(sameLogin) && sameLogin.subject === undefined
      ? link(sameLogin, identity, deps)
      : undefined;
  }
  // A new account must not look like another one.
  const isNew = users.every((user) => foldedLogin(user.login) !== foldedLogin(login));
  return createsUsers && isNew && isLogin(login)
    ? store(await newUser(login, identity, deps), { action: "create" }, deps)
    : undefined;
}

async function admitAgain(user: UserRecord, deps: AdminDeps): Promise<UserRecord> {
  const { refusedAt, ...rest } = user;
  return refusedAt === undefined
    ? user
    : store(rest, { action: "update", fields: ["refused_at"] }, deps);
}

function isOpen({ id, isActive }: UserRecord): boolean {
  return isActive && id !== builtInAdminId;
}

/**
 * ASCII only: with `toLowerCase` and NFKC, `ｂoss@example.org` and `boſs@example.org` would equal `boss@example.org`.
 */
function loginOf(email: string | undefined): string | undefined {
  return email !== undefined && /^[^\s@]+@[^\s@]+$/u.test(email)
    ? email.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())
    : undefined;
}

async function link(
  user: UserRecord,
  identity: OpenIdIdentity,
  deps: AdminDeps,
): Promise<UserRecord | "waiting"> {
  const { subject, email = "" } = identity;
  if (user.role === "user") {
    const { openIdRequest: _, ...rest } = user;
    return store({ ...rest, subject }, { action: "update", fields: ["openid"] }, deps);
  }
  // The first request stays: an administrator must confirm the identity that was shown.
  if (!user.openIdRequest) {
    const name = shownName(identity.name ?? "");
    const openIdRequest = {
      subject,
      email,
      requestedAt: deps.clock.now(),
      ...(name !== "" && { name }),
    };
    await store({ ...user, openIdRequest }, { action: "update", fields: ["openid_request"] }, deps);
  }
  return "waiting";
}

async function newUser(
  login: string,
  identity: OpenIdIdentity,
  deps: AdminDeps,
): Promise<UserRecord> {
  const { defaultProfileId, defaultSectorId } = await readSettings(deps.store);
  const name = shownName(identity.name ?? "");
  return {
    id: newId("user"),
    name: name === "" ? login.slice(0, 100) : name,
    createdAt: deps.clock.now(),
    login,
    role: "user",
    profileId: defaultProfileId,
    sectorId: defaultSectorId,
    isActive: true,
    subject: identity.subject,
  };
}

async function store(
  user: UserRecord,
  what: Pick<Change, "action" | "fields">,
  { store: { records }, clock }: AdminDeps,
): Promise<UserRecord> {
  const change: Change = { ...what, kind: "user", id: user.id, name: user.name };
  const event = changeEvent(change, { user }, clock.now());
  await records.put("user", user, {
    ...event,
    detail: { ...event.detail, by: "OpenID Connect" },
  });
  return user;
}

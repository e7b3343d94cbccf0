import type { OpenIdConfig } from "../config/openIdConfig.ts";
import { readSettings } from "../store/builtInRecords.ts";
import type { UserRecord } from "../store/records.ts";
import type { AdminDeps } from "./adminDeps.ts";
import { type Change, changeEvent } from "./changes.ts";
import { newId } from "./newId.ts";
import type { OpenIdIdentity } from "./openIdClient.ts";
import { normalLogin } from "./users.ts";

/**
 * The user for an identity: matched by subject or, the first time, by a verified e-mail address
 * that equals a login. Unknown people get an account only with `createsUsers`. Otherwise undefined.
 */
export async function userOfIdentity(
  identity: OpenIdIdentity,
  { createsUsers }: Pick<OpenIdConfig, "createsUsers">,
  deps: AdminDeps,
): Promise<UserRecord | undefined> {
  const users = await deps.store.records.list("user");
  const known = users.find(({ subject }) => subject === identity.subject);
  if (known) {
    return known.isActive ? known : undefined;
  }
  if (identity.email === undefined) {
    return undefined;
  }
  const login = normalLogin(identity.email);
  const sameLogin = users.find((user) => user.login === login);
  if (sameLogin) {
    return sameLogin.isActive && sameLogin.subject === undefined
      ? store({ ...sameLogin, subject: identity.subject }, "update", deps)
      : undefined;
  }
  return createsUsers && isUsable(login)
    ? store(await newUser(login, identity, deps), "create", deps)
    : undefined;
}

async function newUser(
  login: string,
  { subject, name }: OpenIdIdentity,
  deps: AdminDeps,
): Promise<UserRecord> {
  const { defaultProfileId, defaultSectorId } = await readSettings(deps.store);
  const shown = (name ?? "").replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, "").trim();
  return {
    id: newId("user"),
    name: shown === "" ? login.slice(0, 100) : shown.slice(0, 100),
    createdAt: deps.clock.now(),
    login,
    role: "user",
    profileId: defaultProfileId,
    sectorId: defaultSectorId,
    isActive: true,
    subject,
  };
}

function isUsable(login: string): boolean {
  return login.length <= 200 && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(login);
}

async function store(
  user: UserRecord,
  action: Change["action"],
  { store: { records }, clock }: AdminDeps,
): Promise<UserRecord> {
  const fields = action === "create" ? {} : { fields: ["subject"] };
  const change: Change = { action, kind: "user", id: user.id, name: user.name, ...fields };
  // The audit names the person who signs in as the author of this change.
  const event = changeEvent(change, { user }, clock.now());
  await records.put("user", user, {
    ...event,
    detail: { ...event.detail, by: "OpenID Connect" },
  });
  return user;
}

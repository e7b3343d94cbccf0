import * as z from "zod/mini";

import { userInputSchema, userSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { hashPassword } from "../../auth/password.ts";
import { invalid } from "../../http/invalidField.ts";
import { builtInAdminId } from "../../store/builtInRecords.ts";
import type { UserRecord } from "../../store/records.ts";
import type { RecordStore, Store } from "../../store/store.ts";
import { isoTime } from "../../values/isoTime.ts";
import { conflict } from "../base/adminErrors.ts";
import type { Collection } from "../base/collection.ts";
import { counted, requireRecord } from "../base/references.ts";

const endsSessions = new Set(["password", "is_active", "role", "login"]);

export function userCollection({
  records,
  sessions,
}: Store): Collection<"user", typeof userInputSchema> {
  return {
    kind: "user",
    path: "/users",
    idPrefix: "user",
    input: userInputSchema,
    partial: z.partial(userInputSchema),
    output: userSchema,
    inputOf: ({ name, login, role, profileId, sectorId, isActive }) => ({
      name,
      login,
      role,
      profile_id: profileId,
      sector_id: sectorId,
      is_active: isActive,
    }),
    nameOf: ({ name }) => name,
    recordOf: (input, base) => userOf(records, input, base),
    show: (users) => Promise.resolve(users.map((user) => userJson(user))),
    usedBy: (user) => usesOf(records, user),
    changed: async ({ id }, fields) => {
      if (fields.some((field) => endsSessions.has(field))) {
        await sessions.removeOfUser(id);
      }
    },
  };
}

/**
 * A login without differences of spelling, only to refuse similar logins and to count tries: the owner of "ｂoss" is
 * not "boss".
 */
export function foldedLogin(login: string): string {
  return login.normalize("NFKC").trim().toLowerCase();
}

function storedLogin(login: string): string {
  return login.normalize("NFC").trim().toLowerCase();
}

export async function findUserByLogin(
  records: RecordStore,
  login: string,
): Promise<UserRecord | undefined> {
  const wanted = storedLogin(login);
  return (await records.list("user")).find((user) => user.login === wanted);
}

/** Allows only characters that are visible and have no second spelling. */
export function isLogin(login: string): boolean {
  return (
    login.length <= 200 &&
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(login) &&
    !/[\p{Default_Ignorable_Code_Point}\u2800]/u.test(login) &&
    login === foldedLogin(login)
  );
}

async function userOf(
  records: RecordStore,
  input: z.output<typeof userInputSchema>,
  base: { readonly id: string; readonly createdAt: number; readonly previous?: UserRecord },
): Promise<UserRecord> {
  const { id, createdAt, previous } = base;
  const login = storedLogin(input.login);
  if (login !== previous?.login) {
    await requireFreeLogin(records, login, id);
  }
  await requireRecord(records, "profile", { id: input.profile_id, param: "profile_id" });
  await requireRecord(records, "sector", { id: input.sector_id, param: "sector_id" });
  if (id === builtInAdminId && (input.role !== "admin" || !input.is_active)) {
    throw conflict("The administrator's token stands for this user, who stays an administrator.");
  }
  const passwordHash =
    input.password === undefined ? previous?.passwordHash : await hashPassword(input.password);
  return {
    id,
    createdAt,
    name: input.name,
    login,
    role: input.role,
    profileId: input.profile_id,
    sectorId: input.sector_id,
    isActive: input.is_active,
    ...(passwordHash !== undefined && { passwordHash }),
    ...(previous && openIdOf(previous, { login, role: input.role })),
  };
}

/**
 * The identity of an account. A new login or role ends the request for it, because the administrator saw the old
 * values.
 */
function openIdOf(
  { subject, openIdRequest, refusedAt, login, role }: UserRecord,
  next: Pick<UserRecord, "login" | "role">,
): Pick<UserRecord, "subject" | "openIdRequest" | "refusedAt"> {
  return {
    ...(refusedAt !== undefined && { refusedAt }),
    ...(subject !== undefined && { subject }),
    ...(openIdRequest && login === next.login && role === next.role && { openIdRequest }),
  };
}

async function requireFreeLogin(records: RecordStore, login: string, id: string): Promise<void> {
  if (!isLogin(login)) {
    throw invalid(
      'A login is a user name or an e-mail address, such as "ana@example.com": without blanks, ' +
        `and without characters that look like others, such as "ｂ".`,
      "login",
    );
  }
  const folded = foldedLogin(login);
  const users = await records.list("user");
  if (users.some((user) => user.id !== id && foldedLogin(user.login) === folded)) {
    throw conflict(`Another user signs in as "${login}" already.`, "login");
  }
}

async function usesOf(records: RecordStore, { id }: UserRecord): Promise<readonly string[]> {
  const [tokens, budgets] = await Promise.all([records.list("token"), records.list("budget")]);
  return [
    ...(id === builtInAdminId ? ["the administrator's token"] : []),
    ...counted(tokens.filter(({ userId }) => userId === id).length, "token"),
    ...counted(
      budgets.filter(({ scope, subjectId }) => scope === "user" && subjectId === id).length,
      "budget",
    ),
  ];
}

export function userJson(user: UserRecord): z.infer<typeof userSchema> {
  return {
    id: user.id,
    name: user.name,
    login: user.login,
    role: user.role,
    profile_id: user.profileId,
    sector_id: user.sectorId,
    is_active: user.isActive,
    has_password: user.passwordHash !== undefined,
    openid: openIdJson(user),
    created_at: isoTime(user.createdAt),
  };
}

function openIdJson({ subject, openIdRequest }: UserRecord): z.infer<typeof userSchema>["openid"] {
  if (subject !== undefined) {
    return { state: "linked", subject, email: null, name: null, requested_at: null };
  }
  return openIdRequest
    ? {
        state: "waiting",
        subject: openIdRequest.subject,
        email: openIdRequest.email,
        name: openIdRequest.name ?? null,
        requested_at: isoTime(openIdRequest.requestedAt),
      }
    : null;
}

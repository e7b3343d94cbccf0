import * as z from "zod/mini";

import { userInputSchema, userSchema } from "../../shared/hubAdmin.ts";
import { hashPassword } from "../auth/password.ts";
import { builtInAdminId } from "../store/builtInRecords.ts";
import type { UserRecord } from "../store/records.ts";
import type { RecordStore, Store } from "../store/store.ts";
import { isoTime } from "../values/isoTime.ts";
import { conflict } from "./adminErrors.ts";
import type { Collection } from "./collection.ts";
import { counted, requireRecord } from "./references.ts";

/** A change of one of these ends the user's sessions. */
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

/** The form in which logins are compared. */
export function normalLogin(login: string): string {
  return login.normalize("NFKC").trim().toLowerCase();
}

export async function findUserByLogin(
  records: RecordStore,
  login: string,
): Promise<UserRecord | undefined> {
  const wanted = normalLogin(login);
  return (await records.list("user")).find((user) => user.login === wanted);
}

async function userOf(
  records: RecordStore,
  input: z.output<typeof userInputSchema>,
  base: { readonly id: string; readonly createdAt: number; readonly previous?: UserRecord },
): Promise<UserRecord> {
  const { id, createdAt, previous } = base;
  const login = normalLogin(input.login);
  const other = await findUserByLogin(records, login);
  if (other && other.id !== id) {
    throw conflict(`Another user signs in as "${login}" already.`, "login");
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
    ...(previous?.subject !== undefined && { subject: previous.subject }),
  };
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

function userJson(user: UserRecord): z.infer<typeof userSchema> {
  return {
    id: user.id,
    name: user.name,
    login: user.login,
    role: user.role,
    profile_id: user.profileId,
    sector_id: user.sectorId,
    is_active: user.isActive,
    has_password: user.passwordHash !== undefined,
    created_at: isoTime(user.createdAt),
  };
}

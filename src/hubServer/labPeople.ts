import { readFileSync } from "node:fs";
import { join } from "node:path";

import * as z from "zod/mini";

import { startEvent } from "./admin/base/changes.ts";
import { createPassword, isPasswordOf } from "./auth/password.ts";
import { writeFileAtomically } from "./config/atomicFile.ts";
import { labUsers } from "./lab/organisation/organisation.ts";
import type { UserRecord } from "./store/records.ts";
import type { Store } from "./store/store.ts";

const personSchema = z.object({
  login: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(200)),
  role: z.enum(["user", "admin"]),
});
const fileSchema = z.object({ people: z.array(personSchema).check(z.maxLength(labUsers.length)) });

export type LabPerson = z.infer<typeof personSchema>;

export function labPeoplePath(dataFolder: string): string {
  return join(dataFolder, "people.json");
}

/**
 * Every user of this machine reaches the loopback, so passwords are random and only in a file. Omits a person who
 * changed the password.
 */
export async function labPeople(
  { records, sessions }: Pick<Store, "records" | "sessions">,
  dataFolder: string,
  { isNew, now }: { readonly isNew: boolean; readonly now: number },
): Promise<readonly LabPerson[]> {
  const users = await existing(records);
  const known = isNew ? [] : await stillValid(readPeople(dataFolder), users);
  if (known.length > 0) {
    return known;
  }
  const people: LabPerson[] = [];
  for (const user of users) {
    const { password, hash } = await createPassword();
    const { id, name } = user;
    const change = { action: "update", kind: "user", id, name, fields: ["password"] } as const;
    const event = isNew ? undefined : startEvent(change, now);
    await records.put("user", { ...user, passwordHash: hash }, event);
    await sessions.removeOfUser(user.id);
    people.push({ login: user.login, password, role: user.role });
  }
  writeFileAtomically(labPeoplePath(dataFolder), `${JSON.stringify({ people }, undefined, 2)}\n`);
  return people;
}

async function existing(records: Store["records"]): Promise<readonly UserRecord[]> {
  const users = await Promise.all(labUsers.map(({ id }) => records.get("user", id)));
  return users.filter((user) => user !== undefined);
}

async function stillValid(
  people: readonly LabPerson[],
  users: readonly UserRecord[],
): Promise<readonly LabPerson[]> {
  const checked = await Promise.all(
    people.map(async (person) => {
      const user = users.find(({ login }) => login === person.login);
      const hash = user?.passwordHash;
      // Without a hash the check would only take time.
      const isValid = hash !== undefined && (await isPasswordOf(hash, person.password));
      return user && isValid ? [{ ...person, role: user.role }] : [];
    }),
  );
  return checked.flat();
}

function readPeople(dataFolder: string): readonly LabPerson[] {
  try {
    const content: unknown = JSON.parse(readFileSync(labPeoplePath(dataFolder), "utf8"));
    return fileSchema.parse(content).people;
  } catch {
    // Missing or invalid: new passwords are made.
    return [];
  }
}

import type { UserRecord } from "../store/records.ts";

/** False for a person whom an administrator or the organisation's sign-in has locked out. */
export function mayWork(user: UserRecord | undefined): user is UserRecord {
  return user?.isActive === true && user.refusedAt === undefined;
}

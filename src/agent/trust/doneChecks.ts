import { type DoneCheck, ownChecksSchema } from "../../shared/hubApi/doneChecks.ts";

export type CheckOwner = "person" | "organisation";

export interface OwnedCheck extends DoneCheck {
  readonly owner: CheckOwner;
}

/** `unreadable`: checks are set, but the setting cannot be read; no run counts as checked. */
export type DoneChecks = readonly OwnedCheck[] | "unreadable";

/** Reads `aiHub.agent.checks`: commands, or objects with globs and a limit in time. */
export function readChecks(value: unknown, owner: CheckOwner = "person"): DoneChecks {
  if (value === undefined || value === null) {
    return [];
  }
  const { data } = ownChecksSchema.safeParse(value);
  const checks = data?.map((check) => (typeof check === "string" ? { command: check } : check));
  return checks ? ownedChecks(checks, owner) : "unreadable";
}

export function ownedChecks(
  checks: readonly DoneCheck[],
  owner: CheckOwner,
): readonly OwnedCheck[] {
  return checks.map((check) => ({ ...check, owner }));
}

/** Joins the checks. Of equal commands, the first check with its globs and limit stays. */
export function joinedChecks(...lists: readonly DoneChecks[]): DoneChecks {
  const known = new Set<string>();
  const joined: OwnedCheck[] = [];
  for (const checks of lists) {
    if (checks === "unreadable") {
      return checks;
    }
    joined.push(...checks.filter((check) => isNew(known, check)));
  }
  return joined;
}

function isNew(known: Set<string>, { command, files, seconds }: OwnedCheck): boolean {
  const key = JSON.stringify([command, files, seconds]);
  return !known.has(key) && known.add(key).size > 0;
}

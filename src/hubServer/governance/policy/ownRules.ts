import type { OwnRule } from "../../../dlp/dlpRules.ts";
import type { OwnKindRecord } from "../../store/records.ts";

/** The rules of a profile. A kind without effect in it is not searched for, except on trial. */
export function ownRules(
  kinds: readonly OwnKindRecord[],
  profileId: string,
  now: number,
): readonly OwnRule[] {
  return kinds.flatMap(({ id, rule, action, profiles, actsFrom, isActive, terms, changedAt }) => {
    const wanted = profiles[profileId] ?? action;
    const isOnTrial = isTrial(actsFrom, now);
    return isActive && wanted !== "allow"
      ? [
          {
            kind: rule,
            action: isOnTrial ? "allow" : wanted,
            version: `${id} ${changedAt} ${terms?.key ?? ""}`,
            ...(terms && { terms }),
          },
        ]
      : [];
  });
}

function isTrial(actsFrom: number | undefined, now: number): boolean {
  return actsFrom !== undefined && actsFrom > now;
}

import type { OwnRule } from "../../../dlp/dlpRules.ts";
import type { AnswerActions } from "../../../shared/guarded/dataProtection.ts";
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
            version: versionOf({ id, changedAt, terms }),
            ...(terms && { terms }),
          },
        ]
      : [];
  });
}

/** The rules of own kinds for the answers of a profile; a kind on trial has none. */
export function ownAnswerRules(
  kinds: readonly OwnKindRecord[],
  actions: NonNullable<AnswerActions["own"]>,
  now: number,
): readonly OwnRule[] {
  return kinds.flatMap(({ id, rule, actsFrom, isActive, terms, changedAt }) => {
    const action = Object.hasOwn(actions, rule.placeholder) ? actions[rule.placeholder] : undefined;
    const version = versionOf({ id, changedAt, terms });
    return isActive && action && !isTrial(actsFrom, now)
      ? [{ kind: rule, action, version, ...(terms && { terms }) }]
      : [];
  });
}

function versionOf({
  id,
  changedAt,
  terms,
}: Pick<OwnKindRecord, "id" | "changedAt"> & { readonly terms: OwnKindRecord["terms"] }): string {
  return `${id} ${changedAt} ${terms?.key ?? ""}`;
}

function isTrial(actsFrom: number | undefined, now: number): boolean {
  return actsFrom !== undefined && actsFrom > now;
}

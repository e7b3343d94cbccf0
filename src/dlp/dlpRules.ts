import type { PlaceActions, TextPlace } from "../shared/guarded/dataProtection.ts";
import type { OwnKind } from "../shared/guarded/ownKinds.ts";
import {
  type DlpAction,
  type DlpPolicy,
  type FoundKind,
  isOwnKind,
} from "../shared/guarded/sensitiveKinds.ts";
import { OwnFinder } from "./own/ownFinder.ts";
import { type HashedTerms, TermFinder } from "./own/terms.ts";

/** A kind of the organisation with its action. On trial a kind is `allow`: its values are only counted. */
export interface OwnRule {
  readonly kind: OwnKind;
  readonly action: DlpAction;
  readonly terms?: HashedTerms;
  /** Changes with each change of the kind, so that another thread can cache its own copy. */
  readonly version: string;
}

/** A policy with the organisation's own kinds; plain data, for other threads. */
export type DlpRules = DlpPolicy & {
  readonly own?: readonly OwnRule[];
  /** Other actions by the place of a value; an own kind has one action in all places. */
  readonly places?: PlaceActions | undefined;
  /** A request with a file that cannot be searched is refused. */
  readonly refusesUnread?: boolean;
};

export function isOff(rules: DlpRules): boolean {
  return (
    rules.refusesUnread !== true &&
    (rules.own ?? []).length === 0 &&
    actionsIn(rules).every((action) => action === "allow")
  );
}

export function hasRoute(rules: DlpRules): boolean {
  const ofOwn = (rules.own ?? []).map(({ action }) => action);
  return [...actionsIn(rules), ...ofOwn].includes("route");
}

function actionsIn({
  own: _own,
  refusesUnread: _refuses,
  places = {},
  ...policy
}: DlpRules): readonly DlpAction[] {
  return [policy, ...Object.values(places)].flatMap((one) => Object.values(one));
}

export function actionOf(policy: DlpRules, kind: FoundKind, place?: TextPlace): DlpAction {
  return isOwnKind(kind)
    ? (policy.own?.find((rule) => `own.${rule.kind.placeholder}` === kind)?.action ?? "allow")
    : ((place && policy.places?.[place]?.[kind]) ?? policy[kind]);
}

const maxRemembered = 200;
/** By placeholder only the newest: 100,000 terms need some MB. */
const remembered = new Map<string, { readonly version: string; readonly finder: OwnFinder }>();

export function findersOf({ own = [] }: Pick<DlpRules, "own">): readonly OwnFinder[] {
  return own.map(({ kind, terms, version }) => {
    const known = remembered.get(kind.placeholder);
    if (known?.version === version) {
      return known.finder;
    }
    if (remembered.size >= maxRemembered) {
      remembered.clear();
    }
    const finder = new OwnFinder(kind, terms && new TermFinder(terms));
    remembered.set(kind.placeholder, { version, finder });
    return finder;
  });
}

import { keptRoutes, type PlacedKind } from "../../shared/guarded/dataProtection.ts";

/**
 * The header that keeps a request in house: an earlier answer of its conversation came from `routedTo`, or a mask must
 * not replace a value's route. Call when the policy is known, right before sending.
 */
export function inHouseHeader(
  hidden: readonly PlacedKind[] = [],
  routedTo = keptRoutes(hidden).length > 0 ? "masked" : undefined,
): Readonly<Record<string, string>> {
  return routedTo === undefined ? {} : { "X-Hub-Routed": routedTo };
}

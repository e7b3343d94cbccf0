import type { governanceCalls } from "../../shared/calls/governanceCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface GovernanceFeature {
  readonly page: PageFeature<typeof governanceCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createGovernanceFeature(_deps: FeatureDeps): GovernanceFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

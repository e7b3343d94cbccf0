import type { historyCalls } from "../../shared/calls/historyCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface HistoryFeature {
  readonly page: PageFeature<typeof historyCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createHistoryFeature(_deps: FeatureDeps): HistoryFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

import type { turnsCalls } from "../../shared/calls/turnsCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface TurnsFeature {
  readonly page: PageFeature<typeof turnsCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createTurnsFeature(_deps: FeatureDeps): TurnsFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

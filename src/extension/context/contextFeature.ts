import type { contextCalls } from "../../shared/calls/contextCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface ContextFeature {
  readonly page: PageFeature<typeof contextCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createContextFeature(_deps: FeatureDeps): ContextFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

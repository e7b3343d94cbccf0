import type { protectionCalls } from "../../shared/calls/protectionCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface ProtectionFeature {
  readonly page: PageFeature<typeof protectionCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createProtectionFeature(_deps: FeatureDeps): ProtectionFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

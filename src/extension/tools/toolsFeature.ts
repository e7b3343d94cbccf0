import type { toolsCalls } from "../../shared/calls/toolsCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface ToolsFeature {
  readonly page: PageFeature<typeof toolsCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createToolsFeature(_deps: FeatureDeps): ToolsFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

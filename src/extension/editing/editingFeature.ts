import type { editingCalls } from "../../shared/calls/editingCalls.ts";
import type { FeatureDeps } from "../features.ts";
import type { PageFeature } from "../view/pageFeature.ts";

export interface EditingFeature {
  readonly page: PageFeature<typeof editingCalls>;
  /** By their names in `commandNames`. */
  readonly commands: Readonly<Record<never, () => Promise<unknown>>>;
}

export function createEditingFeature(_deps: FeatureDeps): EditingFeature {
  return { page: { handlers: () => ({}) }, commands: {} };
}

import type { editingShows } from "../../shared/calls/editingCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** From an answer into files of the editor: the page's state and actions. */
export interface EditingPage {
  readonly shows: Handlers<typeof editingShows>;
}

export function createEditingPage(_deps: PageFeatureDeps): EditingPage {
  return { shows: {} };
}

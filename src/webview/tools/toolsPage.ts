import type { toolsShows } from "../../shared/calls/toolsCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** Tools that a model may call, with the person's approval: the page's state and actions. */
export interface ToolsPage {
  readonly shows: Handlers<typeof toolsShows>;
}

export function createToolsPage(_deps: PageFeatureDeps): ToolsPage {
  return { shows: {} };
}

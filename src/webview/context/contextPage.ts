import type { contextShows } from "../../shared/calls/contextCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** What may go along with a message, and how much room it takes: the page's state and actions. */
export interface ContextPage {
  readonly shows: Handlers<typeof contextShows>;
}

export function createContextPage(_deps: PageFeatureDeps): ContextPage {
  return { shows: {} };
}

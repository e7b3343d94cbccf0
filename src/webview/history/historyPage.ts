import type { historyShows } from "../../shared/calls/historyCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** Finding, keeping and carrying conversations: the page's state and actions. */
export interface HistoryPage {
  readonly shows: Handlers<typeof historyShows>;
}

export function createHistoryPage(_deps: PageFeatureDeps): HistoryPage {
  return { shows: {} };
}

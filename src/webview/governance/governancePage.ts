import type { governanceShows } from "../../shared/calls/governanceCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** Budgets, rates, policies: what the hub allows: the page's state and actions. */
export interface GovernancePage {
  readonly shows: Handlers<typeof governanceShows>;
}

export function createGovernancePage(_deps: PageFeatureDeps): GovernancePage {
  return { shows: {} };
}

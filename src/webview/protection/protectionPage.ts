import type { protectionShows } from "../../shared/calls/protectionCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** Sensitive data in what is about to leave: the page's state and actions. */
export interface ProtectionPage {
  readonly shows: Handlers<typeof protectionShows>;
}

export function createProtectionPage(_deps: PageFeatureDeps): ProtectionPage {
  return { shows: {} };
}

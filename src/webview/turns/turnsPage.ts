import type { turnsShows } from "../../shared/calls/turnsCalls.ts";
import type { Handlers } from "../../shared/rpc.ts";
import type { PageFeatureDeps } from "../pageFeatures.ts";

/** What a person does with turns beyond sending: queue, compare, fork, images: the page's state and actions. */
export interface TurnsPage {
  readonly shows: Handlers<typeof turnsShows>;
}

export function createTurnsPage(_deps: PageFeatureDeps): TurnsPage {
  return { shows: {} };
}

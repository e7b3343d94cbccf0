import type { Clock } from "../shared/clock.ts";
import type { hostContract, viewContract } from "../shared/protocol.ts";
import type { Client, Handlers } from "../shared/rpc.ts";
import type { ChatState } from "./chatState.ts";
import type { Composer } from "./composer.ts";
import { createContextPage, type ContextPage } from "./context/contextPage.ts";
import { createEditingPage, type EditingPage } from "./editing/editingPage.ts";
import { createGovernancePage, type GovernancePage } from "./governance/governancePage.ts";
import { createHistoryPage, type HistoryPage } from "./history/historyPage.ts";
import { createProtectionPage, type ProtectionPage } from "./protection/protectionPage.ts";
import type { TailFollower } from "./tailFollower.ts";
import { createToolsPage, type ToolsPage } from "./tools/toolsPage.ts";
import { createTurnsPage, type TurnsPage } from "./turns/turnsPage.ts";
import type { UiState } from "./uiState.ts";
import type { Language } from "./words.ts";

/** What a feature's part of the page is built from. */
export interface PageFeatureDeps {
  readonly host: Client<typeof hostContract>;
  readonly state: ChatState;
  readonly composer: Composer;
  readonly follower: TailFollower;
  readonly ui: UiState;
  readonly language: Language;
  readonly clock: Clock;
}

/** The state and actions of each feature; what is large and not seen at first belongs behind `lazyPart`. */
export interface PageFeatures {
  readonly history: HistoryPage;
  readonly turns: TurnsPage;
  readonly tools: ToolsPage;
  readonly context: ContextPage;
  readonly editing: EditingPage;
  readonly governance: GovernancePage;
  readonly protection: ProtectionPage;
}

type CoreShow = "showState" | "showEvents" | "reload" | "focusComposer" | "showTokenColors";

export type FeatureShows = Omit<Handlers<typeof viewContract>, CoreShow>;

export function createPageFeatures(deps: PageFeatureDeps): PageFeatures {
  return {
    history: createHistoryPage(deps),
    turns: createTurnsPage(deps),
    tools: createToolsPage(deps),
    context: createContextPage(deps),
    editing: createEditingPage(deps),
    governance: createGovernancePage(deps),
    protection: createProtectionPage(deps),
  };
}

export function showsOf(features: PageFeatures): FeatureShows {
  return {
    ...features.history.shows,
    ...features.turns.shows,
    ...features.tools.shows,
    ...features.context.shows,
    ...features.governance.shows,
    ...features.protection.shows,
  };
}

import type { Handlers } from "../shared/base/rpc.ts";
import type { viewContract } from "../shared/calls/protocol.ts";
import { type AgentPage, createAgentPage } from "./agent/state/agentPage.ts";
import { createContextPage, type ContextPage } from "./context/contextPage.ts";
import { createEditingPage, type EditingPage } from "./editing/editingPage.ts";
import { createGovernancePage, type GovernancePage } from "./governance/governancePage.ts";
import { createHistoryPage, type HistoryPage } from "./history/historyPage.ts";
import type { PageFeatureDeps } from "./page/pageFeatureDeps.ts";
import { createProtectionPage, type ProtectionPage } from "./protection/protectionPage.ts";
import { createToolsPage, type ToolsPage } from "./tools/toolsPage.ts";
import { createTurnsPage, type TurnsPage } from "./turns/turnsPage.ts";

export interface PageFeatures {
  readonly history: HistoryPage;
  readonly turns: TurnsPage;
  readonly tools: ToolsPage;
  readonly agent: AgentPage;
  readonly context: ContextPage;
  readonly editing: EditingPage;
  readonly governance: GovernancePage;
  readonly protection: ProtectionPage;
}

type CoreShow = "showState" | "showEvents" | "reload" | "focusComposer";

export type FeatureShows = Omit<Handlers<typeof viewContract>, CoreShow>;

export function createPageFeatures(deps: PageFeatureDeps): PageFeatures {
  return {
    history: createHistoryPage(deps),
    turns: createTurnsPage(deps),
    tools: createToolsPage(deps),
    agent: createAgentPage(deps),
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
    ...features.agent.shows,
    ...features.context.shows,
    ...features.governance.shows,
    ...features.protection.shows,
  };
}

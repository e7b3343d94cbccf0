import type * as vscode from "vscode";

import type { Conversations } from "../chat/conversations.ts";
import type { StreamChat } from "../chat/turn.ts";
import type { Clock } from "../shared/clock.ts";
import type { HubConnection } from "./connection/hubConnection.ts";
import type { TokenStore } from "./connection/tokenStore.ts";
import { createContextFeature, type ContextFeature } from "./context/contextFeature.ts";
import { createEditingFeature, type EditingFeature } from "./editing/editingFeature.ts";
import { createGovernanceFeature, type GovernanceFeature } from "./governance/governanceFeature.ts";
import { createHistoryFeature, type HistoryFeature } from "./history/historyFeature.ts";
import type { Models } from "./models.ts";
import type { Platform } from "./platform.ts";
import { createProtectionFeature } from "./protection/protectionFeature.ts";
import type { ProtectionState } from "./protection/protectionState.ts";
import type { ChatTools } from "./tools/chatTools.ts";
import { createToolsFeature, type ToolsFeature } from "./tools/toolsFeature.ts";
import { createTurnsFeature } from "./turns/turnsFeature.ts";
import type { ChatPlaces } from "./view/chatPlaces.ts";
import type { PageFeatures } from "./view/pageFeatures.ts";
import type { PageActions } from "./view/pageHandlers.ts";

/** What features are built from. */
export interface FeatureDeps {
  readonly context: vscode.ExtensionContext;
  readonly platform: Platform;
  readonly connection: HubConnection;
  readonly models: Models;
  readonly tokens: TokenStore;
  readonly conversations: Conversations;
  /** The one way to a model: sensitive data is protected on it. */
  readonly streamChat: StreamChat;
  readonly protection: ProtectionState;
  readonly chatTools: ChatTools;
  readonly places: ChatPlaces;
  readonly actions: PageActions;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly version: string;
}

/** The commands that features bring; `commands.ts` has the rest. */
export type FeatureCommands = HistoryFeature["commands"] &
  ToolsFeature["commands"] &
  ContextFeature["commands"] &
  EditingFeature["commands"] &
  GovernanceFeature["commands"];

/** Builds every feature; like the host, it touches nothing until a page or a command asks. */
export function createFeatures(deps: FeatureDeps): {
  readonly page: PageFeatures;
  readonly commands: FeatureCommands;
} {
  const history = createHistoryFeature(deps);
  const turns = createTurnsFeature(deps);
  const tools = createToolsFeature(deps);
  const context = createContextFeature(deps);
  const editing = createEditingFeature(deps);
  const governance = createGovernanceFeature(deps);
  const protection = createProtectionFeature(deps);
  const page: PageFeatures = {
    history: history.page,
    turns: turns.page,
    tools: tools.page,
    context: context.page,
    editing: editing.page,
    governance: governance.page,
    protection: protection.page,
  };
  const commands = {
    ...history.commands,
    ...tools.commands,
    ...context.commands,
    ...editing.commands,
    ...governance.commands,
  };
  return { page, commands };
}

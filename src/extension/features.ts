import type { AgentAccess } from "./agent/agentAccess.ts";
import { type AgentFeature, createAgentFeature } from "./agent/agentFeature.ts";
import { type CodeIndexFeature, createCodeIndexFeature } from "./codeIndex/codeIndexFeature.ts";
import type { CodeSearch } from "./codeIndex/codeSearch.ts";
import type { SemanticStage } from "./codeIndex/semanticStage.ts";
import {
  createContextFeature,
  type ContextFeature,
  promptFoldersOf,
} from "./context/contextFeature.ts";
import type { WorkspaceFiles } from "./context/files/workspaceFiles.ts";
import { FailedCommands } from "./context/sources/failedCommands.ts";
import { createEditingFeature, type EditingFeature } from "./editing/editingFeature.ts";
import type { InstructionAsked } from "./editor/instructionBox.ts";
import { createGovernanceFeature, type GovernanceFeature } from "./governance/governanceFeature.ts";
import { createHistoryFeature, type HistoryFeature } from "./history/historyFeature.ts";
import type { HostPlatform } from "./hostPlatform.ts";
import { createProtectionFeature } from "./protection/protectionFeature.ts";
import type { ProtectionState } from "./protection/protectionState.ts";
import { createReviewFeature } from "./review/reviewFeature.ts";
import type { ReviewCommands } from "./review/reviewPart.ts";
import type { ChatTools } from "./tools/chatTools.ts";
import { createToolsFeature, type ToolsFeature } from "./tools/toolsFeature.ts";
import { createTurnsFeature } from "./turns/turnsFeature.ts";
import type { FeatureDeps } from "./view/featureDeps.ts";
import type { UndecidedIn } from "./view/judgedSend.ts";
import type { PageFeatures } from "./view/pageFeatures.ts";

export type FeatureCommands = HistoryFeature["commands"] &
  ToolsFeature["commands"] &
  ContextFeature["commands"] &
  EditingFeature["commands"] &
  GovernanceFeature["commands"] &
  AgentFeature["commands"] &
  ReviewCommands &
  CodeIndexFeature["commands"];

interface FeaturesDeps extends FeatureDeps {
  readonly protection: ProtectionState;
  readonly chatTools: ChatTools;
  readonly agent: AgentAccess;
  readonly codeSearch: CodeSearch;
  readonly semantic: SemanticStage;
  readonly files: WorkspaceFiles;
  readonly platform: HostPlatform;
}

export function createFeatures(deps: FeaturesDeps): {
  readonly page: PageFeatures;
  readonly commands: FeatureCommands;
  readonly undecidedIn: UndecidedIn;
  readonly editInPlace: (asked: InstructionAsked) => Promise<void>;
} {
  const history = createHistoryFeature(deps);
  const turns = createTurnsFeature(deps);
  const tools = createToolsFeature(deps);
  const { codeSearch, semantic, files } = deps;
  const failedCommands = new FailedCommands(deps.clock);
  deps.context.subscriptions.push(failedCommands);
  const context = createContextFeature(deps, files, {
    failedCommands,
    findCode: async (query, options) => (await codeSearch.search(query, options))?.found,
    onShown: () => codeSearch.start(),
  });
  const codeIndex = createCodeIndexFeature(deps, { search: codeSearch, stage: semantic }, files);
  const editing = createEditingFeature(deps, files, failedCommands, () => {
    const own = deps.agent.runs?.reviews;
    return own ? [own] : [];
  });
  const governance = createGovernanceFeature(deps);
  const protection = createProtectionFeature(deps);
  const agent = createAgentFeature(deps);
  const review = createReviewFeature(
    { ...deps, promptFolders: promptFoldersOf(deps) },
    deps.platform.loadReview,
  );
  const page: PageFeatures = {
    history: history.page,
    turns: turns.page,
    tools: tools.page,
    context: context.page,
    editing: editing.page,
    governance: governance.page,
    protection: protection.page,
    agent: agent.page,
  };
  const commands = {
    ...history.commands,
    ...tools.commands,
    ...context.commands,
    ...editing.commands,
    ...governance.commands,
    ...agent.commands,
    ...review.commands,
    ...codeIndex.commands,
  };
  const { undecidedIn } = protection;
  return { page, commands, undecidedIn, editInPlace: (asked) => editing.editInPlace(asked) };
}

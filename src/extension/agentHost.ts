import * as vscode from "vscode";

import type { AgentRuns, AgentRunsDeps } from "./agent/agentRuns.ts";
import { LoadedAgent } from "./agent/loadedAgent.ts";
import { nodeMachine } from "./agent/nodeMachine.ts";
import { WindowEditor } from "./agent/windowEditor.ts";

/** Entry of the bundle with the agent's runs, which the Node host loads with the first run. */
export function createAgentRuns(deps: AgentRunsDeps): AgentRuns {
  const editor = new WindowEditor((path) => vscode.Uri.file(path));
  return new LoadedAgent(deps, nodeMachine(editor, deps.storage));
}

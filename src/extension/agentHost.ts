import * as vscode from "vscode";

import type { AgentRuns, AgentRunsDeps } from "./agent/agentRuns.ts";
import { LoadedAgent } from "./agent/loadedAgent.ts";
import { nodeMachine } from "./agent/nodeMachine.ts";
import { webMachine } from "./agent/webMachine.ts";
import { WindowEditor } from "./agent/windowEditor.ts";

/** Entry of the bundle with the agent's runs, which the Node host loads with the first run. */
export function createAgentRuns(deps: AgentRunsDeps): AgentRuns {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 0 && !folders.some(({ uri }) => uri.scheme === "file")) {
    return new LoadedAgent(deps, webMachine(deps.storageUri));
  }
  const editor = new WindowEditor((path) => vscode.Uri.file(path));
  return new LoadedAgent(deps, nodeMachine(editor, deps.storage));
}

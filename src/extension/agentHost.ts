import * as vscode from "vscode";

import { WindowEditor } from "./agent/editor/windowEditor.ts";
import { LoadedAgent } from "./agent/loadedAgent.ts";
import { nodeMachine } from "./agent/machine/nodeMachine.ts";
import { webMachine } from "./agent/machine/webMachine.ts";
import type { AgentRuns, AgentRunsDeps } from "./agent/runs/agentRuns.ts";

/** Entry of the bundle with the agent's runs, which the Node host loads with the first run. */
export function createAgentRuns(deps: AgentRunsDeps): AgentRuns {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 0 && !folders.some(({ uri }) => uri.scheme === "file")) {
    return new LoadedAgent(deps, webMachine(deps.storageUri));
  }
  const editor = new WindowEditor((path) => vscode.Uri.file(path));
  return new LoadedAgent(deps, nodeMachine(editor, deps.storage));
}

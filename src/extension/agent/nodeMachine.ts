import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";

import { checkpointFolder } from "../../agentNode/checkpointFolders.ts";
import { openCheckpoints } from "../../agentNode/checkpointStore.ts";
import { NodeCommands } from "../../agentNode/nodeCommands.ts";
import { NodeWorkspace } from "../../agentNode/nodeWorkspace.ts";
import { StoredRules } from "../../agentNode/storedRules.ts";
import { dataRoot } from "../../shared/localHub.ts";
import type { AgentEditor } from "./agentEditor.ts";
import type { AgentMachine } from "./agentRuns.ts";
import { editorProblems, editorSymbols } from "./editorSight.ts";
import { EditorWorkspace } from "./editorWorkspace.ts";

/** The machine of a desktop editor, a remote machine or code-server. */
export const nodeMachine = (editor: AgentEditor): AgentMachine => ({
  editor,
  problems: editorProblems,
  symbols: editorSymbols,
  openRules: (storage) => new StoredRules(join(storage, "rules.json")),
  platform: process.platform,
  openWorkspace: async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const ours = dataRoot({ env: process.env, platform: process.platform, home: homedir() });
    return folder && new EditorWorkspace(await NodeWorkspace.open(folder.uri.fsPath, [ours]));
  },
  openCommands: (runId, { root }) => {
    const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
    const commands = new NodeCommands({
      runId,
      workspace: [realpathSync(root)],
      home: homedir(),
      outputFolder,
      environment: process.env,
      allowedVariables: [],
    });
    return {
      commands,
      dispose: () => rmSync(outputFolder, { recursive: true, force: true }),
    };
  },
  openCheckpoints: async ({ conversationId, storage, root }, isNew) => {
    const folder = join(await checkpointFolder(storage, root), conversationId);
    return isNew || existsSync(folder) ? await openCheckpoints(folder, Date.now) : undefined;
  },
});

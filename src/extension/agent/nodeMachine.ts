import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";

import { ownFolders } from "../../agent/trust/ownFolders.ts";
import {
  checkpointFolder,
  pruneCheckpoints,
  spaceQuestion,
} from "../../agentNode/checkpointFolders.ts";
import { holdCheckpoints } from "../../agentNode/checkpointStore.ts";
import { NodeCommands } from "../../agentNode/nodeCommands.ts";
import { NodeWorkspace } from "../../agentNode/nodeWorkspace.ts";
import { takeLease } from "../../agentNode/runLease.ts";
import { pruneRecords, RunRecordFile } from "../../agentNode/runRecordFile.ts";
import { StoredRules } from "../../agentNode/storedRules.ts";
import { dataRoot } from "../../shared/localHub.ts";
import type { AgentEditor } from "./agentEditor.ts";
import type { AgentMachine, MachineCommands } from "./agentRuns.ts";
import { editorSight } from "./editorSight.ts";
import { EditorWorkspace } from "./editorWorkspace.ts";
import { watchEditor } from "./otherHands.ts";
import { TerminalMirrors } from "./terminalMirrors.ts";

/** The machine of a desktop editor, a remote machine or code-server. `storage` is the agent's own folder. */
export const nodeMachine = (editor: AgentEditor, storage: string): AgentMachine => ({
  editor,
  terminals: new TerminalMirrors(),
  skillFolders: [join(homedir(), ".agents/skills"), ".agents/skills"],
  ...editorSight((path) => vscode.Uri.file(path)),
  // In the product's own folder, so that other editors and the program without one see it.
  takeFolder: ({ folder }, runId) => takeLease({ storage: ownData(), folder }, runId, Date.now),
  hasSandbox: async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (!folder) {
      return false;
    }
    const opened = commandsOf("probe", folder.uri.fsPath, storage);
    try {
      return (await opened.commands.sandboxProblem()) === undefined;
    } finally {
      opened.dispose();
    }
  },
  spaceQuestion: () => spaceQuestion(storage),
  openRecord: ({ conversationId }) => new RunRecordFile(storage, conversationId),
  openRules: (place) => new StoredRules(join(place, "rules.json")),
  platform: process.platform,
  openWorkspace: async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const ours = [ownData(), ...ownFolders(storage)];
    return (
      folder &&
      new EditorWorkspace(await NodeWorkspace.open(folder.uri.fsPath, ours), (path) =>
        vscode.Uri.file(path),
      )
    );
  },
  openCommands: (runId, { root }) => commandsOf(runId, root, storage),
  openCheckpoints: async ({ conversationId, root }, isNew) => {
    const folder = join(await checkpointFolder(storage, root), conversationId);
    const held = isNew || existsSync(folder) ? await holdCheckpoints(folder, Date.now) : undefined;
    if (!held) {
      return undefined;
    }
    const { journal, ...store } = held.store;
    const roots = [realpathSync(root)];
    const path = process.env["PATH"] ?? "";
    const watch = () =>
      store.watchCommands({ roots, home: homedir(), path, watchOthers: watchEditor });
    return {
      journal,
      changes: (id) => store.changes(id),
      watch,
      recover: () => watch().recover(),
      close: async () => {
        await held.release();
        await pruneCheckpoints(storage, Date.now());
        await pruneRecords(storage, Date.now());
      },
    };
  },
});

function ownData(): string {
  return dataRoot({ env: process.env, platform: process.platform, home: homedir() });
}

function commandsOf(runId: string, root: string, storage: string): MachineCommands {
  const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
  const commands = new NodeCommands({
    runId,
    workspace: [realpathSync(root)],
    home: homedir(),
    outputFolder,
    movedFolder: join(storage, "movedAway"),
    environment: process.env,
    allowedVariables: [],
  });
  return { commands, dispose: () => rmSync(outputFolder, { recursive: true, force: true }) };
}

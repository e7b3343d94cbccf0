import { existsSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";

import { skillFolders } from "../../../agent/run/skills.ts";
import { foldersKey, keyOfFolders, ManyFolders } from "../../../agent/tools/base/manyFolders.ts";
import { variablesLetIn } from "../../../agent/trust/approvalRules.ts";
import { ownFolders } from "../../../agent/trust/ownFolders.ts";
import {
  checkpointFolder,
  pruneCheckpoints,
  spaceQuestion,
} from "../../../agentNode/checkpoints/checkpointFolders.ts";
import { holdCheckpoints } from "../../../agentNode/checkpoints/checkpointStore.ts";
import { pruneRecords, RunRecordFile } from "../../../agentNode/checkpoints/runRecordFile.ts";
import { NodeCommands } from "../../../agentNode/commands/nodeCommands.ts";
import { trustedTime } from "../../../agentNode/files/ageClockFile.ts";
import { NodeWorkspace } from "../../../agentNode/files/nodeWorkspace.ts";
import { withheldVariables } from "../../../agentNode/processes/commandEnvironment.ts";
import { newOutputFolder } from "../../../agentNode/processes/outputFolder.ts";
import { commandNotesFolder, markLeft, takeLease } from "../../../agentNode/processes/runLease.ts";
import { StoredRules } from "../../../agentNode/storedRules.ts";
import { webPages } from "../../../agentNode/web/fetchWebPage.ts";
import { dataFolder } from "../../../sharedNode/dataFolder.ts";
import { localFolders } from "../../editor/localFolders.ts";
import type { AgentEditor } from "../editor/agentEditor.ts";
import { editorSight } from "../editor/editorSight.ts";
import { EditorWorkspace } from "../editor/editorWorkspace.ts";
import { watchEditor } from "../editor/otherHands.ts";
import { type ChoosableVariables, showRules } from "../editor/ruleMenu.ts";
import type { AgentMachine, MachineCommands } from "../runs/agentRuns.ts";
import { TerminalMirrors } from "./terminalMirrors.ts";

export const nodeMachine = (editor: AgentEditor, storage: string): AgentMachine => ({
  editor,
  terminals: new TerminalMirrors(),
  pages: webPages(),
  skillFolders: skillFolders(homedir()),
  ...editorSight((path) => vscode.Uri.file(path)),
  takeFolder: ({ folder }, runId) => takeLease({ storage: dataFolder(), folder }, runId, Date.now),
  probeSandbox: async () => {
    const folders = localFolders();
    if (folders.length === 0) {
      return { kind: "unknown" };
    }
    const roots = folders.map(({ uri }) => realpathSync(uri.fsPath));
    const opened = commandsOf("probe", roots, { storage, lastId: 0 });
    try {
      return await opened.commands.probe();
    } finally {
      opened.dispose();
    }
  },
  spaceQuestion: () => spaceQuestion(storage),
  openRecord: ({ conversationId }) => new RunRecordFile(storage, conversationId),
  showRules: async (book) => showRules(book, await choosableVariables(storage)),
  openRules: rulesIn,
  platform: process.platform,
  openWorkspace: () => openFolders(storage),
  openCommands: (runId, roots, lastId) => commandsOf(runId, roots, { storage, lastId }),
  markLeft: (runId) => markLeft(dataFolder(), runId),
  openCheckpoints: async ({ conversationId, roots }, isNew) => {
    const folder = await placeOfCheckpoints({ conversationId, storage, roots });
    const path = process.env["PATH"] ?? "";
    const [root] = roots;
    const held =
      folder !== undefined && (isNew || existsSync(folder))
        ? await holdCheckpoints(folder, Date.now, root === undefined ? undefined : { root, path })
        : undefined;
    if (!held) {
      return undefined;
    }
    const { journal, ...store } = held.store;
    const watch = () =>
      store.watchCommands({ roots, home: homedir(), path, watchOthers: watchEditor });
    return {
      journal,
      changes: (id) => store.changes(id),
      commitsSince: (id) => store.commitsSince(id),
      watch,
      recover: () => watch().recover(),
      close: async () => {
        await held.release();
        const now = await trustedTime(storage);
        await pruneCheckpoints(storage, now);
        await pruneRecords(storage, now);
      },
    };
  },
});

function rulesIn(place: string): StoredRules {
  return new StoredRules(join(place, "rules.json"));
}

async function choosableVariables(storage: string): Promise<ChoosableVariables | undefined> {
  const workspace = await openFolders(storage);
  return (
    workspace && { folder: await foldersKey(workspace), names: withheldVariables(process.env) }
  );
}

function ours(storage: string): readonly string[] {
  return [dataFolder(), ...ownFolders(storage)];
}

async function openFolders(storage: string): Promise<EditorWorkspace | undefined> {
  const [first, ...more] = await Promise.all(
    localFolders().map(
      async ({ name, uri }) => [name, await NodeWorkspace.open(uri.fsPath, ours(storage))] as const,
    ),
  );
  const files = first && (more.length > 0 ? new ManyFolders(first, ...more) : first[1]);
  return files && new EditorWorkspace(files, (path) => vscode.Uri.file(path));
}

/**
 * A conversation has one checkpoint store: under the folder where it began, while that is in the workspace, else under
 * the first folder.
 */
async function placeOfCheckpoints({
  conversationId,
  storage,
  roots,
}: {
  readonly conversationId: string;
  readonly storage: string;
  readonly roots: readonly string[];
}): Promise<string | undefined> {
  const places = await Promise.all(
    roots.map(async (root) => join(await checkpointFolder(storage, root), conversationId)),
  );
  return places.find((place) => existsSync(place)) ?? places[0];
}

function commandsOf(
  runId: string,
  roots: readonly string[],
  { storage, lastId }: { readonly storage: string; readonly lastId: number },
): MachineCommands & { readonly commands: NodeCommands } {
  const outputFolder = newOutputFolder();
  const commands = new NodeCommands({
    runId,
    workspace: roots,
    home: homedir(),
    own: ours(storage),
    outputFolder,
    movedFolder: join(storage, "movedAway"),
    noteFolder: commandNotesFolder(dataFolder()),
    environment: process.env,
    allowedVariables: () => variablesLetIn(rulesIn(storage).rules(keyOfFolders(roots))),
    lastId,
  });
  return { commands, dispose: () => rmSync(outputFolder, { recursive: true, force: true }) };
}

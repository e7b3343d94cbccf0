import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { NodeCommands } from "../agentNode/nodeCommands.ts";
import { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { realPathOf } from "../agentNode/realPaths.ts";
import { takeLease } from "../agentNode/runLease.ts";
import { dataFolder, openRunCheckpoints, type RunCheckpoints } from "./runCheckpoints.ts";
import { ProgramError, UsageError } from "./usageError.ts";

/** What one run has of the machine. */
export interface RunPlace {
  readonly commands: NodeCommands;
  readonly store: RunCheckpoints;
  /** Ends all that still works there; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** The files of a folder. Throws a `UsageError`. */
export async function openWorkspace(folder: string): Promise<NodeWorkspace> {
  try {
    const workspace = await NodeWorkspace.open(folder, [dataFolder()]);
    const { kind } = await workspace.locate(".");
    if (kind === "folder") {
      return workspace;
    }
  } catch (error) {
    throw new UsageError(`There is no folder ${folder}`, { cause: error });
  }
  throw new UsageError(`${folder} is no folder.`);
}

/** Takes the folder for one run, which is the only one there. Throws a `ProgramError` if another one works there. */
export async function openPlace(root: string, askSpace: () => Promise<void>): Promise<RunPlace> {
  const folder = await realPathOf(root);
  const runId = randomUUID();
  const lease = await takeLease({ storage: dataFolder(), folder }, runId, Date.now);
  if (!lease) {
    throw new ProgramError(`Another run works in ${root}. Wait for its end, or stop it.`);
  }
  const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
  const commands = commandsOf(runId, folder, outputFolder);
  const release = async (): Promise<void> => {
    rmSync(outputFolder, { recursive: true, force: true });
    await lease.release();
  };
  try {
    await askSpace();
    const store = await openRunCheckpoints(folder);
    return {
      commands,
      store,
      close: async () => {
        try {
          await commands.stopAll();
          await store.close();
        } finally {
          await release();
        }
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Whether commands can be confined in a folder. */
export async function hasSandbox(root: string): Promise<boolean> {
  const outputFolder = mkdtempSync(join(tmpdir(), "ai-hub-agent-"));
  try {
    const commands = commandsOf("probe", await realPathOf(root), outputFolder);
    return (await commands.sandboxProblem()) === undefined;
  } finally {
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

function commandsOf(runId: string, folder: string, outputFolder: string): NodeCommands {
  return new NodeCommands({
    runId,
    workspace: [folder],
    home: homedir(),
    outputFolder,
    movedFolder: join(dataFolder(), "movedAway"),
    environment: process.env,
    allowedVariables: [],
  });
}

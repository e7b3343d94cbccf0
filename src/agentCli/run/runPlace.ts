import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";

import { keyOfFolders, ManyFolders, realFolders } from "../../agent/tools/base/manyFolders.ts";
import type { Workspace } from "../../agent/tools/base/workspace.ts";
import { type ApprovalRule, variablesLetIn } from "../../agent/trust/approvalRules.ts";
import { NodeCommands } from "../../agentNode/commands/nodeCommands.ts";
import { NodeWorkspace } from "../../agentNode/files/nodeWorkspace.ts";
import { realPathOf } from "../../agentNode/files/realPaths.ts";
import { newOutputFolder } from "../../agentNode/processes/outputFolder.ts";
import {
  commandNotesFolder,
  type HeldLease,
  takeLease,
} from "../../agentNode/processes/runLease.ts";
import { visibleText } from "../../shared/text/visibleText.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";
import { UsageError } from "../../sharedNode/flags.ts";
import { ProgramError } from "./programError.ts";
import { rulesUnder } from "./programRules.ts";
import { openRunCheckpoints, type RunCheckpoints } from "./runCheckpoints.ts";
import { printNotice } from "./terminal.ts";

export interface RunPlace {
  readonly commands: NodeCommands;
  readonly rules: () => readonly ApprovalRule[];
  readonly store: RunCheckpoints;
  close(): Promise<void>;
}

/** A repeated folder counts once. Throws a `UsageError`. */
export async function openWorkspace(
  folder: string,
  more: readonly string[] = [],
): Promise<Workspace> {
  const first = await openFolder(folder);
  const known = new Set([await realPathOf(first.root)]);
  const others: (readonly [string, Workspace])[] = [];
  for (const path of more) {
    const opened = await openFolder(path);
    const real = await realPathOf(opened.root);
    if (!known.has(real)) {
      known.add(real);
      others.push([basename(opened.root), opened]);
    }
  }
  return others.length === 0 ? first : new ManyFolders([basename(first.root), first], ...others);
}

async function openFolder(folder: string): Promise<NodeWorkspace> {
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

/** Reserves the folders. Throws a `ProgramError` if another run uses them. */
export async function openPlace(
  workspace: Workspace,
  given: readonly ApprovalRule[],
  askSpace: () => Promise<void>,
): Promise<RunPlace> {
  const folders = await realFolders(workspace);
  const runId = randomUUID();
  // First, because it may fail on a full disk: the folders must not stay reserved then.
  const outputFolder = newOutputFolder();
  const removeOutput = (): void => rmSync(outputFolder, { recursive: true, force: true });
  const releaseLeases = await takeAll(folders, runId).catch((error: unknown) => {
    removeOutput();
    throw error;
  });
  const release = async (): Promise<void> => {
    removeOutput();
    await releaseLeases();
  };
  try {
    const rules = rulesUnder(keyOfFolders(folders), given);
    const commands = commandsOf(runId, folders, { outputFolder, rules });
    await askSpace();
    const store = await openRunCheckpoints(folders);
    return {
      commands,
      rules,
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

/** Reserves every folder or none; returns the release. */
async function takeAll(folders: readonly string[], runId: string): Promise<() => Promise<void>> {
  const held: HeldLease[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(held.map((lease) => lease.release()));
  };
  try {
    for (const folder of folders) {
      const lease = await takeLease({ storage: dataFolder(), folder }, runId, Date.now);
      if (!lease) {
        throw new ProgramError(`Another run works in ${folder}. Wait for its end, or stop it.`);
      }
      held.push(lease);
      for (const { pid, began, script } of lease.left ?? []) {
        const since = began === "" ? "" : ` since ${began}`;
        printNotice(
          visibleText(
            `A command of a run that died may still run: process ${pid}${since}: ${script}`,
          ),
        );
      }
    }
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Undefined if there is a sandbox. */
export async function sandboxProblem(workspace: Workspace): Promise<string | undefined> {
  const outputFolder = newOutputFolder();
  try {
    const options = { outputFolder, rules: () => [] };
    const commands = commandsOf("probe", await realFolders(workspace), options);
    return await commands.sandboxProblem();
  } finally {
    rmSync(outputFolder, { recursive: true, force: true });
  }
}

export function noSandboxText(problem: string): string {
  return visibleText(
    `There is no sandbox: ${problem}. Commands would run outside, and are asked about.`,
  );
}

function commandsOf(
  runId: string,
  folders: readonly string[],
  { outputFolder, rules }: { readonly outputFolder: string } & Pick<RunPlace, "rules">,
): NodeCommands {
  return new NodeCommands({
    runId,
    workspace: folders,
    home: homedir(),
    own: [dataFolder()],
    outputFolder,
    movedFolder: join(dataFolder(), "movedAway"),
    noteFolder: commandNotesFolder(dataFolder()),
    environment: process.env,
    allowedVariables: () => variablesLetIn(rules()),
  });
}

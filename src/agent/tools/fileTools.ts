import type { RunChanges } from "../checkpoints/runChanges.ts";
import type { Commands } from "../command/commands.ts";
import type { AgentTool } from "./base/agentTool.ts";
import type { FileLedger } from "./base/fileLedger.ts";
import type { Workspace, WorkspacePath } from "./base/workspace.ts";
import { readOutput } from "./commands/readOutput.ts";
import { runCommand, type RunCommandDeps } from "./commands/runCommand.ts";
import { stopCommand } from "./commands/stopCommand.ts";
import { applyPatchTool } from "./files/applyPatchTool.ts";
import type { ChangeDeps } from "./files/changeFiles.ts";
import { editFile } from "./files/editFile.ts";
import { getChanges } from "./files/getChanges.ts";
import { listFiles } from "./files/listFiles.ts";
import { deleteFile, moveFile } from "./files/moveFile.ts";
import { readFile } from "./files/readFile.ts";
import { writeFile } from "./files/writeFile.ts";
import { searchText } from "./search/searchText.ts";
import { updatePlan } from "./updatePlan.ts";

export function commandTools(deps: RunCommandDeps): readonly AgentTool[] {
  const { commands } = deps;
  return [runCommand(deps), readOutput(commands), stopCommand(commands)];
}

interface ReadToolOptions {
  /** Files outside the workspace that need no question, such as those of skills. */
  readonly isReadable?: (path: WorkspacePath) => boolean;
  readonly searched?: Workspace | undefined;
}

export interface FileToolOptions
  extends ReadToolOptions, Pick<ChangeDeps, "maskTokens" | "checkpoints"> {
  readonly usesPatches: boolean;
  readonly changes?: (() => RunChanges) | undefined;
  readonly commands?: Commands | undefined;
}

export function readTools(
  workspace: Workspace,
  ledger: FileLedger,
  { isReadable, searched = workspace }: ReadToolOptions = {},
): readonly AgentTool[] {
  return [readFile({ workspace, ledger, isReadable }), listFiles(workspace), searchText(searched)];
}

/** The tools over files, in the order of every request. */
export function fileTools(
  workspace: Workspace,
  ledger: FileLedger,
  options: FileToolOptions,
): readonly AgentTool[] {
  const { usesPatches, maskTokens, checkpoints, changes, commands } = options;
  const deps = { workspace, ledger, maskTokens, checkpoints };
  return [
    ...readTools(workspace, ledger, options),
    ...(changes ? [getChanges({ workspace, changes, commands })] : []),
    usesPatches ? applyPatchTool(deps) : editFile(deps),
    writeFile(deps),
    moveFile(deps),
    deleteFile(deps),
    updatePlan(),
  ];
}

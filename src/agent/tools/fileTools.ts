import type { RunChanges } from "../checkpoints/runChanges.ts";
import type { Commands } from "../command/commands.ts";
import type { AgentTool } from "./base/agentTool.ts";
import type { FileLedger } from "./base/fileLedger.ts";
import type { Workspace, WorkspacePath } from "./base/workspace.ts";
import { ReadOutput } from "./commands/readOutput.ts";
import { RunCommand, type RunCommandDeps, StopCommand } from "./commands/runCommand.ts";
import { ApplyPatchTool } from "./files/applyPatchTool.ts";
import type { ChangeDeps } from "./files/changeFiles.ts";
import { EditFile } from "./files/editFile.ts";
import { GetChanges } from "./files/getChanges.ts";
import { ListFiles } from "./files/listFiles.ts";
import { DeleteFile, MoveFile } from "./files/moveFile.ts";
import { ReadFile } from "./files/readFile.ts";
import { WriteFile } from "./files/writeFile.ts";
import { SearchText } from "./search/searchText.ts";
import { UpdatePlan } from "./updatePlan.ts";

export function commandTools(deps: RunCommandDeps): readonly AgentTool[] {
  const { commands } = deps;
  return [new RunCommand(deps), new ReadOutput(commands), new StopCommand(commands)];
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
  return [
    new ReadFile(workspace, ledger, isReadable),
    new ListFiles(workspace),
    new SearchText(searched),
  ];
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
    ...(changes ? [new GetChanges({ workspace, changes, commands })] : []),
    usesPatches ? new ApplyPatchTool(deps) : new EditFile(deps),
    new WriteFile(deps),
    new MoveFile(deps),
    new DeleteFile(deps),
    new UpdatePlan(),
  ];
}

import type { RunChanges } from "../checkpoints/runChanges.ts";
import type { Commands } from "../command/commands.ts";
import type { AgentTool } from "./agentTool.ts";
import { ApplyPatchTool } from "./applyPatchTool.ts";
import type { ChangeDeps } from "./changeFiles.ts";
import { EditFile } from "./editFile.ts";
import type { FileLedger } from "./fileLedger.ts";
import { GetChanges } from "./getChanges.ts";
import { ListFiles } from "./listFiles.ts";
import { DeleteFile, MoveFile } from "./moveFile.ts";
import { ReadFile } from "./readFile.ts";
import { ReadOutput } from "./readOutput.ts";
import { RunCommand, type RunCommandDeps, StopCommand } from "./runCommand.ts";
import { SearchText } from "./searchText.ts";
import { UpdatePlan } from "./updatePlan.ts";
import type { Workspace, WorkspacePath } from "./workspace.ts";
import { WriteFile } from "./writeFile.ts";

/** The tools over commands; none in a run without commands. */
export function commandTools(deps: RunCommandDeps): readonly AgentTool[] {
  const { commands } = deps;
  return [new RunCommand(deps), new ReadOutput(commands), new StopCommand(commands)];
}

interface ReadToolOptions {
  /** Files outside the workspace that may be read without a question, such as those of skills. */
  readonly isReadable?: (path: WorkspacePath) => boolean;
  /** The files for a search: the same, with cheaper reading. */
  readonly searched?: Workspace | undefined;
}

export interface FileToolOptions
  extends ReadToolOptions, Pick<ChangeDeps, "maskTokens" | "checkpoints"> {
  readonly usesPatches: boolean;
  /** Enables `get_changes`; with `commands` also over Git. */
  readonly changes?: (() => RunChanges) | undefined;
  readonly commands?: Commands | undefined;
}

/** The reading tools over files. */
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

import type { Checkpoints, CommandWatch } from "../../../agent/checkpoints/checkpoints.ts";
import type { ToolsRequest } from "../../../agent/mcpClient/mcpTools.ts";
import { isOfSkill, type Skill } from "../../../agent/run/skills.ts";
import { type Ask, askPerson } from "../../../agent/tools/askPerson.ts";
import type { AgentTool } from "../../../agent/tools/base/agentTool.ts";
import type { FileLedger } from "../../../agent/tools/base/fileLedger.ts";
import { readerTool } from "../../../agent/tools/base/readerTool.ts";
import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import { commandTools, fileTools } from "../../../agent/tools/fileTools.ts";
import { getProblems } from "../../../agent/tools/problems/getProblems.ts";
import { tellingNewErrors } from "../../../agent/tools/problems/newErrors.ts";
import { findSymbol } from "../../../agent/tools/search/findSymbol.ts";
import { fetchPage, type PageFetcher } from "../../../agent/tools/web/fetchPage.ts";
import type { AgentLevel } from "../../../agent/trust/levels.ts";
import { placeholdersIn } from "../../../chat/protection/placeholders.ts";
import type { AgentMachine, AgentRunsDeps, RunTerms } from "../runs/agentRuns.ts";
import type { RunFiles } from "../runs/runFiles.ts";
import type { CommandTap } from "./commandTap.ts";

export interface RunToolsDeps {
  readonly machine: AgentMachine;
  readonly workspace: Workspace;
  readonly ledger: FileLedger;
  readonly checkpoints: Checkpoints | undefined;
  readonly skills: readonly Skill[];
  readonly files: RunFiles | undefined;
  readonly watch: CommandWatch | undefined;
  readonly tap: CommandTap | undefined;
  readonly usesPatches: boolean | undefined;
  readonly level: () => AgentLevel;
  readonly ask: Ask;
  readonly pages: PageFetcher | undefined;
}

export function runTools(deps: RunToolsDeps): readonly AgentTool[] {
  const { machine, workspace, ledger, checkpoints, files: runFiles, watch, tap, level, ask } = deps;
  const { problems, symbols } = machine;
  const { skills, pages } = deps;
  const files = fileTools(workspace, ledger, {
    usesPatches: deps.usesPatches === true,
    maskTokens: placeholdersIn,
    isReadable: (path) => isOfSkill(skills, path),
    checkpoints,
    changes: runFiles && (() => runFiles.changes()),
    commands: tap,
  });
  return [
    ...(problems
      ? files.map((tool) =>
          tool.isWrite && tool.isCommand !== true
            ? tellingNewErrors(tool, { workspace, problems })
            : tool,
        )
      : files),
    ...(symbols ? [findSymbol(workspace, symbols)] : []),
    ...(problems ? [getProblems(workspace, problems)] : []),
    ...(pages ? [fetchPage(pages)] : []),
    askPerson(ask),
    ...(tap ? commandTools({ workspace, ledger, watch, commands: tap, level }) : []),
  ];
}

/**
 * Tools of the chat and of MCP servers. Plan mode excludes MCP tools, because their effects are unknown. A failing
 * server does not stop the run.
 */
export async function broughtTools(
  { mcp, readers }: Pick<AgentRunsDeps, "mcp" | "readers">,
  {
    standing,
    allowsServer,
    allowsTool,
  }: Pick<RunTerms, "allowsServer" | "allowsTool" | "standing">,
  cards: Pick<ToolsRequest, "approveStart" | "review">,
  signal: AbortSignal,
): Promise<readonly AgentTool[]> {
  const reading = readers().map(readerTool);
  if (standing().mode === "plan") {
    return reading;
  }
  try {
    const request = {
      ...cards,
      signal,
      ...(allowsServer && { allowsServer }),
      ...(allowsTool && { allowsTool }),
    };
    return [...reading, ...(await mcp.tools(request))];
  } catch {
    signal.throwIfAborted();
    return reading;
  }
}

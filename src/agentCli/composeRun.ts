import { createHash, randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import type { AskedAct } from "../agent/run/agentEvents.ts";
import { AgentRun } from "../agent/run/agentRun.ts";
import type { Approval } from "../agent/run/callStep.ts";
import { explorerOf } from "../agent/run/explorer.ts";
import { findSkills, isOfSkill } from "../agent/run/skills.ts";
import type { AgentTool } from "../agent/tools/agentTool.ts";
import { AskPerson } from "../agent/tools/askPerson.ts";
import { Explore } from "../agent/tools/explore.ts";
import { FileLedger } from "../agent/tools/fileLedger.ts";
import { commandTools, fileTools } from "../agent/tools/fileTools.ts";
import type { WorkspacePath } from "../agent/tools/workspace.ts";
import type { NodeCommands } from "../agentNode/nodeCommands.ts";
import type { NodeWorkspace } from "../agentNode/nodeWorkspace.ts";
import { StoredRules } from "../agentNode/storedRules.ts";
import { Decisions } from "../chat/protection/decisions.ts";
import { placeholdersIn } from "../chat/protection/placeholders.ts";
import { protectedStream } from "../chat/protection/protectedStream.ts";
import { Protection } from "../chat/protection/protection.ts";
import { TextScanner } from "../chat/protection/textScanner.ts";
import type { StreamChat } from "../chat/turn.ts";
import type { HubClient } from "../hub/hubClient.ts";
import type { HubModel } from "../shared/model.ts";
import { approves } from "./approvalWords.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { dataFolder, type RunCheckpoints } from "./runCheckpoints.ts";
import { askQuestion, hasPerson, TerminalApprover } from "./terminal.ts";
import { UsageError } from "./usageError.ts";

export interface RunParts {
  readonly client: HubClient;
  readonly workspace: NodeWorkspace;
  readonly commands: NodeCommands;
  readonly store: RunCheckpoints;
  readonly approve: ApproveAct;
  readonly mcpTools: readonly AgentTool[];
  readonly signal: AbortSignal;
}

/** One run of the program, put together. */
export async function composeRun(options: ProgramOptions, parts: RunParts): Promise<AgentRun> {
  const { client, workspace, commands, store, approve, mcpTools, signal } = parts;
  const { id: model, contextLength } = await modelOf(options, client, signal);
  const skills = await findSkills(workspace, [join(homedir(), ".agents/skills"), ".agents/skills"]);
  const scanner = new TextScanner();
  const setting = {
    ...(await settingOf(workspace)),
    skills,
    model,
    contextLength,
  };
  const ledger = new FileLedger();
  const shared = {
    streamChat: maskingStream((request, more) => client.streamChat(request, more), scanner),
    newId: randomUUID,
    workspace,
  };
  const isReadable = (path: WorkspacePath): boolean => isOfSkill(skills, path);
  const stored = new StoredRules(join(dataFolder(), "agent", "rules.json"));
  const realRoot = realpathSync(workspace.root);
  const { journal: checkpoints, watch } = store;
  const changes = () => store.changes();
  const fileOptions = { maskTokens: placeholdersIn, checkpoints, changes, commands, isReadable };
  const { task, mode, maxSteps, maxCost } = options;
  return new AgentRun(
    { ...setting, task, mode, maxSteps, maxCost, signal },
    {
      ...shared,
      tools: [
        ...fileTools(workspace, ledger, { ...options, ...fileOptions }),
        ...commandTools({ workspace, commands, watch, ledger, level: () => options.level }),
        new AskPerson(hasPerson(options.isJson) ? askQuestion : undefined),
        ...mcpTools,
      ],
      moreTools: (run) => [new Explore(explorerOf(setting, { ...shared, run }))],
      standing: () => options,
      rules: () => [...options.approvals.rules, ...stored.rules(realRoot)],
      sensitive: { mode: () => "mask", scan: (text) => scanner.scan(text) },
      approve,
      ledger,
      checkpoints,
    },
  );
}

async function settingOf(workspace: NodeWorkspace) {
  const instructions = await workspace.read(await workspace.locate("AGENTS.md"));
  return {
    root: workspace.root,
    platform: process.platform,
    instructions: "text" in instructions ? instructions.text : undefined,
  };
}

/** The model with what the hub says of it. One that was named is used even if the hub does not list it. */
async function modelOf(
  { model }: ProgramOptions,
  client: HubClient,
  signal: AbortSignal,
): Promise<Pick<HubModel, "id" | "contextLength">> {
  const models = await client.listModels({ signal });
  const found = model === undefined ? models[0] : models.find(({ id }) => id === model);
  if (!found && model === undefined) {
    throw new UsageError("The hub offers no model.");
  }
  return found ?? { id: model ?? "" };
}

/** Masks every sensitive value; nobody could be asked about one. */
function maskingStream(streamChat: StreamChat, scanner: TextScanner): StreamChat {
  const decisions = new Decisions({
    memory: { read: () => ({}), write: () => undefined },
    hash: (value) => Promise.resolve(createHash("sha256").update(value).digest("hex")),
  });
  const protection = new Protection({ mode: () => "mask", decisions, scanner });
  return protectedStream(streamChat, protection, () => Promise.resolve("mask"));
}

type ApproveAct = (asked: AskedAct, signal: AbortSignal) => Promise<Approval>;

/** By the rules of `--yes`, else by the person at the terminal, else nobody. */
export function approverOf({ approvals, isJson }: ProgramOptions): ApproveAct {
  const terminal = new TerminalApprover();
  return async (asked, signal) => {
    if (approves(approvals.words, asked)) {
      return "approved";
    }
    return hasPerson(isJson) ? await terminal.ask(asked, signal) : "nobody";
  };
}

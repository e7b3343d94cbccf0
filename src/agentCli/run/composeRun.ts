import { createHash, randomUUID } from "node:crypto";
import { homedir } from "node:os";

import { AgentRun, type AgentRunDeps, type AgentRunOptions } from "../../agent/run/agentRun.ts";
import type { Approval, AskedAct } from "../../agent/run/cards/agentEvents.ts";
import { explorerOf } from "../../agent/run/explorer.ts";
import type { RunResume } from "../../agent/run/runState.ts";
import { findSkills, isOfSkill, skillFolders } from "../../agent/run/skills.ts";
import { type Ask, askPerson } from "../../agent/tools/askPerson.ts";
import type { AgentTool } from "../../agent/tools/base/agentTool.ts";
import { FileLedger } from "../../agent/tools/base/fileLedger.ts";
import { rootText } from "../../agent/tools/base/manyFolders.ts";
import type { Workspace, WorkspacePath } from "../../agent/tools/base/workspace.ts";
import { commandTools, fileTools } from "../../agent/tools/fileTools.ts";
import { explore } from "../../agent/tools/search/explore.ts";
import { fetchPage } from "../../agent/tools/web/fetchPage.ts";
import type { ApprovalRule } from "../../agent/trust/approvalRules.ts";
import { webPages } from "../../agentNode/web/fetchWebPage.ts";
import { Decisions } from "../../chat/protection/decisions.ts";
import { placeholdersIn } from "../../chat/protection/placeholders.ts";
import { protectedStream } from "../../chat/protection/protectedStream.ts";
import { Protection } from "../../chat/protection/protection.ts";
import { TextScanner } from "../../chat/protection/textScanner.ts";
import type { StreamChat } from "../../chat/turn.ts";
import { compileOwnKinds } from "../../dlp/compileOwnKinds.ts";
import type { HubClient } from "../../hub/calls/hubClient.ts";
import { approves } from "./approvalWords.ts";
import type { RunModel } from "./hubAccess.ts";
import type { ProgramOptions } from "./programOptions.ts";
import type { RunPlace } from "./runPlace.ts";
import { hasPerson, TerminalApprover } from "./terminal.ts";

export interface RunWish extends Pick<
  ProgramOptions,
  "task" | "maxSteps" | "usesPatches" | "checks"
> {
  readonly model: RunModel;
  readonly maxCost: number | undefined;
  readonly conversation?: AgentRunOptions["conversation"] | undefined;
  /** Continues this run and ignores `task`. */
  readonly resume?: RunResume | undefined;
}

export interface RunParts extends Pick<
  AgentRunDeps,
  "approve" | "standing" | "tell" | "starting" | "judgeAnswer"
> {
  readonly client: HubClient;
  readonly workspace: Workspace;
  readonly searched?: Workspace;
  readonly place: RunPlace;
  readonly ask: Ask | undefined;
  readonly mcpTools: readonly AgentTool[];
  readonly allowsCommands: boolean;
  /** The organisation's rules. */
  readonly siteRules: readonly ApprovalRule[];
  readonly signal: AbortSignal;
}

/** For the person, in runs without commands. */
export const noCommandsText = "The hub's policy allows runs with this token no commands.";

export async function composeRun(wish: RunWish, parts: RunParts): Promise<AgentRun> {
  const { client, workspace, searched, place, ask, mcpTools, siteRules, signal, ...deps } = parts;
  const { store } = place;
  const commands = parts.allowsCommands ? place.commands : undefined;
  const { task, maxSteps, maxCost, resume, conversation, checks } = wish;
  const { id: model, contextLength, capabilities } = wish.model;
  const usesPatches = wish.usesPatches || capabilities?.patches === true;
  const { standing } = deps;
  const skills = await findSkills(workspace, skillFolders(homedir()));
  compileOwnKinds();
  const scanner = new TextScanner();
  const setting = { ...(await settingOf(workspace)), skills, model, contextLength };
  const ledger = new FileLedger();
  const shared = {
    streamChat: maskingStream((request, more) => client.streamChat(request, more), scanner),
    newId: randomUUID,
    workspace,
  };
  const isReadable = (path: WorkspacePath): boolean => isOfSkill(skills, path);
  const { journal: checkpoints, watch } = store;
  const changes = () => store.changes();
  const masking = { maskTokens: placeholdersIn, checkpoints };
  const fileOptions = { ...masking, usesPatches, changes, commands, isReadable, searched };
  return new AgentRun(
    {
      ...setting,
      ...(conversation && { conversation }),
      task,
      mode: standing().mode,
      maxSteps,
      maxCost,
      signal,
    },
    {
      ...shared,
      ...deps,
      endRun: (run) => client.endRun(run),
      tools: [
        ...fileTools(workspace, ledger, fileOptions),
        ...(commands
          ? commandTools({ workspace, commands, watch, ledger, level: () => standing().level })
          : []),
        ...(standing().mode === "agent" ? [fetchPage(webPages())] : []),
        askPerson(ask),
        ...mcpTools,
      ],
      moreTools: (run) => [explore(explorerOf(setting, { ...shared, run }))],
      rules: () => [...place.rules(), ...siteRules],
      sensitive: { mode: () => "mask", scan: (text) => scanner.scan(text) },
      ledger,
      checkpoints,
      checks,
    },
    resume,
  );
}

async function settingOf(workspace: Workspace) {
  // With several folders, each folder's instructions come with the first file that is read in it.
  const instructions = workspace.folders
    ? undefined
    : await workspace.read(await workspace.locate("AGENTS.md"));
  return {
    root: rootText(workspace),
    platform: process.platform,
    instructions: instructions && "text" in instructions ? instructions.text : undefined,
  };
}

/** Masks every sensitive value, because no person can be asked. */
export function maskingStream(streamChat: StreamChat, scanner: TextScanner): StreamChat {
  const decisions = new Decisions({
    memory: { read: () => ({}), write: () => undefined },
    hash: (value) => Promise.resolve(createHash("sha256").update(value).digest("hex")),
  });
  const protection = new Protection({ mode: () => "mask", decisions, scanner });
  return protectedStream(streamChat, protection, () => Promise.resolve("mask"));
}

export type ApproveAct = (
  asked: AskedAct,
  signal: AbortSignal,
) => Promise<Approval | readonly Approval[]>;

/** Without rules and without a terminal, nothing is approved. */
export function approverOf(
  { approvals, isJson }: ProgramOptions,
  terminal = hasPerson(isJson) ? new TerminalApprover() : undefined,
): ApproveAct {
  return async (asked, signal) => {
    if (approves(approvals.words, asked)) {
      return "approved";
    }
    return terminal ? await terminal.ask(asked, signal) : "nobody";
  };
}

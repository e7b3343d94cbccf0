import { randomUUID } from "node:crypto";

import type { AgentRun } from "../agent/run/agentRun.ts";
import type { RunEnd, RunOutcome } from "../agent/run/cards/agentEvents.ts";
import { goOnText } from "../agent/run/runPrompt.ts";
import type { RunState } from "../agent/run/runState.ts";
import type { Workspace } from "../agent/tools/base/workspace.ts";
import type { AgentLevel } from "../agent/trust/levels.ts";
import { withinPolicy } from "../agent/trust/policyLimits.ts";
import { trustedTime } from "../agentNode/files/ageClockFile.ts";
import { realPathOf } from "../agentNode/files/realPaths.ts";
import { HubError, toFailure } from "../hub/errors/hubError.ts";
import { dataFolder } from "../sharedNode/dataFolder.ts";
import { changesNothing } from "./acp/acpModes.ts";
import type { AnswerSchema } from "./run/answerSchema.ts";
import { composeRun, noCommandsText } from "./run/composeRun.ts";
import type { ShownRun } from "./run/endLines.ts";
import { chooseModel, clientOf, policyOf, type RunModel, tokenOf } from "./run/hubAccess.ts";
import { withinHub } from "./run/machineRules.ts";
import { type McpRun, type McpRunDeps, openMcp, serversOf } from "./run/mcpRun.ts";
import { ProgramError } from "./run/programError.ts";
import { defaultMaxCost, type ProgramOptions } from "./run/programOptions.ts";
import { isEmpty, messageOf, type PromptContent, promptOf } from "./run/promptContent.ts";
import { spaceWarning } from "./run/runCheckpoints.ts";
import { noSandboxText, openPlace, openWorkspace, type RunPlace } from "./run/runPlace.ts";
import { RunRecorder } from "./run/runRecorder.ts";
import type { RunScreen } from "./run/runScreen.ts";
import { type SavedRun, SavedRuns, goOnState } from "./run/savedRuns.ts";

/** Throws a `UsageError`, a `ProgramError` or a `HubError` if there is no run. */
export async function runTask(
  wished: ProgramOptions,
  { input, screen, answer }: RunTask,
  signal: AbortSignal,
): Promise<RunOutcome> {
  await tokenOf(wished);
  const workspace = await openWorkspace(wished.folder);
  const folder = await realPathOf(workspace.root);
  const saved = new SavedRuns(dataFolder());
  const earlier = await earlierRun(saved, wished, folder);
  try {
    return await runIn(
      { workspace, folder, saved, earlier, input, screen, answer },
      wished,
      signal,
    );
  } catch (error) {
    const failure = toFailure(error);
    if (error instanceof HubError || failure.kind !== "storage") {
      throw error;
    }
    // Without storage no run begins.
    const { kind: reason } = failure;
    const spent = { steps: 0, cost: "0", files: [] };
    const end: RunEnd = { type: "end", outcome: "failed", reason, failure, ...spent };
    screen.showEnd(end, { id: earlier?.id, isJson: wished.isJson });
    return end.outcome;
  }
}

export interface RunTask {
  readonly input: PromptContent;
  readonly screen: RunScreen;
  readonly answer?: AnswerSchema | undefined;
}

interface RunFolder extends RunTask {
  readonly workspace: Workspace;
  readonly folder: string;
  readonly saved: SavedRuns;
  readonly earlier: SavedRun | undefined;
}

async function runIn(
  { workspace, folder, saved, earlier, input, screen, answer }: RunFolder,
  given: ProgramOptions,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const client = clientOf(given, "ai-hub-agent");
  const ofHub = await policyOf(client, given, signal);
  const wished = withinHub(given, screen.notice);
  const state = earlier && goOnState(earlier);
  const policy = withinPolicy({ ...wished, maxCost: maxCostOf(wished, state) }, ofHub);
  if (!policy.isAllowed) {
    screen.notice("The hub's policy allows no runs of an agent with this token.");
    return "refused";
  }
  const { allowsCommands, siteRules, checks, level, maxCost = defaultMaxCost } = policy;
  if (!allowsCommands) {
    screen.notice(noCommandsText);
  }
  const { approvals, isJson, maxSteps } = wished;
  const mode = modeOf(wished, earlier);
  const model = chooseModel(await client.listModels({ signal }), wished.model ?? earlier?.model);
  const mcp = mcpOf({ ...wished, mode }, policy, { screen, root: workspace.root });
  const place = await openPlace(workspace, approvals.rules, () => askAboutSpace(screen));
  try {
    await tellNoSandbox(level, place, screen);
    await checkUnchanged(saved, earlier);
    checkImages(input, model);
    const head = headOf({ folder, earlier }, model.id);
    const message = isEmpty(input) ? goOnText : messageOf(input);
    const resume = state && { state, message };
    const agent: AgentRun = await composeRun(
      { ...wished, checks, ...promptOf(input), model, maxCost, resume },
      {
        client,
        workspace,
        place,
        ...screen,
        judgeAnswer: answer && ((text) => answer.judge(text)),
        standing: () => ({ level, mode }),
        mcpTools: await mcp.tools(signal),
        allowsCommands,
        siteRules,
        signal,
        starting: () => recorder.starting(),
      },
    );
    const recorder = new RunRecorder(
      saved,
      () => head,
      () => agent.state,
      earlier?.checkpoints,
    );
    const cap = { step: raiseOf(maxCost, state), most: policy.mostCost, maxSteps };
    await recorder.begin();
    return await play(agent, { recorder, screen }, { id: head.id, isJson, cap });
  } finally {
    await Promise.all([unlessFull(place.close()), mcp.close()]);
    await saved.prune(await trustedTime(dataFolder()));
  }
}

function mcpOf(
  { mode, mcpFile, approvals }: ProgramOptions,
  policy: Pick<McpRunDeps, "allowsServer" | "allowsTool">,
  { screen, root }: { readonly screen: RunScreen; readonly root: string },
): McpRun {
  const { approve, elicit, notice: tell } = screen;
  // A plan gets no such tools, because their effects are unknown.
  const configs = mode === "plan" ? [] : serversOf(mcpFile, tell);
  const { allowsServer, allowsTool } = policy;
  const { words } = approvals;
  const deps = { allowsServer, allowsTool, approve, elicit, words, tell, book: "program" as const };
  return openMcp(configs, [root], deps);
}

/** Ignores a full disk, which the run has reported already. */
async function unlessFull(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (toFailure(error).kind !== "storage") {
      throw error;
    }
  });
}

function checkImages({ images }: PromptContent, { id, capabilities }: RunModel): void {
  if (images.length > 0 && capabilities?.vision === false) {
    throw new ProgramError(`The model ${id} takes no images: --model <id>`);
  }
}

async function tellNoSandbox(
  level: AgentLevel,
  { commands }: RunPlace,
  screen: RunScreen,
): Promise<void> {
  const problem = level === "sandbox" ? await commands.sandboxProblem() : undefined;
  if (problem !== undefined) {
    screen.notice(noSandboxText(problem));
  }
}

async function earlierRun(
  saved: SavedRuns,
  { resume, isContinued }: ProgramOptions,
  folder: string,
): Promise<SavedRun | undefined> {
  if (resume === undefined && !isContinued) {
    return undefined;
  }
  const head = await (isContinued
    ? saved.heads().then((heads) => heads.find((one) => one.folder === folder))
    : saved.head(resume ?? ""));
  const run = head && (await saved.read(head.id));
  if (!run) {
    const which = isContinued ? "of this folder" : `${resume}`;
    throw new ProgramError(`There is no run ${which} that could go on.`);
  }
  if (run.folder !== folder) {
    throw new ProgramError(`That run worked in ${run.folder}: --cwd ${run.folder}`);
  }
  return run;
}

/** Rejects if another program has continued the run, because its work must not be repeated. */
async function checkUnchanged(saved: SavedRuns, earlier: SavedRun | undefined): Promise<void> {
  const now = earlier && (await saved.read(earlier.id));
  if (JSON.stringify(now) !== JSON.stringify(earlier)) {
    throw new ProgramError("That run went on elsewhere meanwhile. Try again.");
  }
}

/** A run that only read continues in plan mode, unless the person chooses another mode. */
function modeOf({ mode }: ProgramOptions, earlier: SavedRun | undefined): "agent" | "plan" {
  return mode ?? (earlier && changesNothing(earlier) ? "plan" : "agent");
}

function headOf({ folder, earlier }: Pick<RunFolder, "folder" | "earlier">, model: string) {
  return { id: earlier?.id ?? randomUUID(), folder, model, title: earlier?.title };
}

function maxCostOf({ maxCost }: ProgramOptions, state: RunState | undefined): number {
  return maxCost ?? Number(state?.cap?.limit ?? defaultMaxCost);
}

/** The amount of one increase: the person's last one, or the run's first cap. */
function raiseOf(maxCost: number, state: RunState | undefined): number {
  const before = Number(state?.cap?.limit ?? 0);
  return maxCost > before ? maxCost - before : maxCost;
}

async function play(
  agent: AgentRun,
  { recorder, screen }: { readonly recorder: RunRecorder; readonly screen: RunScreen },
  shown: ShownRun,
): Promise<RunOutcome> {
  for await (const event of agent.events()) {
    if (event.type === "end") {
      // If it cannot be stored, it cannot continue; its changes stay.
      await recorder.ended(event.outcome, event.pause).catch(() => undefined);
      screen.showEnd(event, shown);
      return event.outcome;
    }
    recorder.note(event);
    screen.show(event);
  }
  return "failed";
}

async function askAboutSpace({ notice, askYes }: RunScreen): Promise<void> {
  const warning = await spaceWarning();
  if (warning === undefined) {
    return;
  }
  if (!askYes) {
    notice(warning);
  } else if (!(await askYes(`${warning}\nGo on?`))) {
    throw new ProgramError("Not started: the disk is nearly full.");
  }
}

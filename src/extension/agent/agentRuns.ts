import type { Commands } from "../../agent/command/commands.ts";
import type { AgentRunDeps } from "../../agent/run/agentRun.ts";
import type { RunStanding } from "../../agent/run/runTrust.ts";
import type { Workspace } from "../../agent/tools/workspace.ts";
import type { AnswerEvent, AnswerOptions } from "../../chat/toolEvents.ts";
import type { ChatRequest } from "../../hub/chatTypes.ts";
import type { AgentState, CommandOutput } from "../../shared/calls/agentCalls.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Disposable } from "../../shared/lifecycle.ts";

/** What of a page's state the runs know; mode and level belong to the person. */
export type RunView = Pick<
  AgentState,
  "run" | "plan" | "cards" | "question" | "changes" | "checkpoints"
>;

/** The view of a conversation without any run. */
export const noRun: RunView = { plan: [], cards: [], changes: [], checkpoints: [] };

/** What a run needs to know of the person's will; asked before each act. */
export interface RunTerms {
  readonly conversationId: string;
  readonly standing: () => RunStanding;
  readonly maxSteps: number;
  readonly maxCost: number | undefined;
}

/** The commands of a run; disposing forgets their output. */
export interface MachineCommands extends Disposable {
  readonly commands: Commands;
}

/** The machine that a run works on. */
export interface AgentMachine {
  /** Undefined if there is no folder. */
  openWorkspace(): Promise<Workspace | undefined>;
  /** Absent where no process can be started. */
  readonly openCommands?: (runId: string, workspace: Workspace) => MachineCommands;
  readonly platform: string;
}

export interface AgentRunsDeps extends Pick<AgentRunDeps, "streamChat" | "newId"> {
  readonly clock: Clock;
}

/** The part of the agent that is loaded with the first run. */
export interface AgentRuns extends Disposable {
  /** Reports the conversation whose view changed. */
  readonly onDidChange: (listener: (conversationId: string) => void) => Disposable;
  readonly onDidPrint: (listener: (output: CommandOutput) => void) => Disposable;
  view(conversationId: string): RunView;
  /** Runs the agent as one answer of a conversation. */
  answer(terms: RunTerms, request: ChatRequest, options: AnswerOptions): AsyncIterable<AnswerEvent>;
  decide(conversationId: string, cardId: string, approve: boolean): "done" | "gone" | "tooEarly";
  stopCommand(conversationId: string, callId: string): Promise<void>;
}

/** Loads the agent. */
export type LoadAgent = (deps: AgentRunsDeps) => Promise<AgentRuns>;

import type { Commands } from "../../../agent/command/commands.ts";
import type { McpTools } from "../../../agent/mcpClient/mcpTools.ts";
import type { AgentRunDeps } from "../../../agent/run/agentRun.ts";
import type { RunStanding } from "../../../agent/run/cards/runTrust.ts";
import type { CapTerms } from "../../../agent/run/runCap.ts";
import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import type { Problems, Symbols } from "../../../agent/tools/problems/problems.ts";
import type { RuleBook } from "../../../agent/trust/approvalRules.ts";
import type { AllowsTool } from "../../../agent/trust/policyPin.ts";
import type { SensitiveCheck } from "../../../agent/trust/sensitiveCall.ts";
import type { AnswerEvent, AnswerOptions } from "../../../chat/toolEvents.ts";
import type { ChatRequest } from "../../../hub/wire/chatTypes.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { CommandOutput, NoSandbox } from "../../../shared/calls/agentCalls.ts";
import type { Tool } from "../../../shared/conversation/tool.ts";
import type { ReviewOwner } from "../../editing/review/reviewCommands.ts";
import type { AgentEditor } from "../editor/agentEditor.ts";
import type { MachineCheckpoints, RunFiles } from "./runFiles.ts";
import type { RecordStore } from "./runMemory.ts";
import type { RunView } from "./runView.ts";

/** What a run needs to know of the person's will; asked before each act. */
export interface RunTerms {
  readonly conversationId: string;
  readonly standing: () => RunStanding;
  readonly maxSteps: number;
  /** How far the cap goes, and with `isRaised` that the person allowed one more. */
  readonly cap: CapTerms & { readonly isRaised: boolean };
  /** Whether the hub's policy allows an MCP server. */
  readonly allowsServer?: (name: string) => boolean;
  /** Whether it allows a tool of it as it is now; absent: all. */
  readonly allowsTool?: AllowsTool;
  /** Whether it allows commands; absent: it does. */
  readonly allowsCommands?: boolean;
}

/** The commands of a run; disposing forgets their output. */
export interface MachineCommands extends Disposable {
  readonly commands: Commands;
}

/** Terminals that show what commands print. */
export interface CommandTerminals extends Disposable {
  print(output: CommandOutput): void;
  open(output: CommandOutput): void;
}

/** Whether commands can be confined, and why not; unknown without a folder. */
export type FoundSandbox =
  | { readonly kind: "there" | "unknown" }
  | ({ readonly kind: "missing" } & NoSandbox);

/** The right to run on a folder. */
export interface HeldFolder {
  /** Commands of windows that died, which may still run: their processes, when they began, and what they are. */
  readonly left?: readonly {
    readonly pid: number;
    readonly began: string;
    readonly script: string;
  }[];
  release(): Promise<void>;
}

/** The machine that a run works on. */
export interface AgentMachine {
  /** Undefined if there is no folder. */
  openWorkspace(): Promise<Workspace | undefined>;
  /**
   * `roots` are the real paths of the workspace's folders; commands get ids above `lastId`. Absent where no process can be
   * started.
   */
  readonly openCommands?: (
    runId: string,
    roots: readonly string[],
    lastId: number,
  ) => MachineCommands;
  /** Marks that commands of a run go on after it, so that they are ended if this window dies; released when they ended. */
  readonly markLeft?: (runId: string, storage: string) => Promise<HeldFolder>;
  readonly platform: string;
  /** Where skills lie, absolute or relative to the workspace; those of the person first. */
  readonly skillFolders: readonly string[];
  /**
   * `roots` are the real paths of the workspace's folders. Undefined if the conversation has none and `isNew` is false,
   * or if another window has them. Absent without a disk.
   */
  readonly openCheckpoints?: (
    place: {
      readonly conversationId: string;
      readonly storage: string;
      readonly roots: readonly string[];
    },
    isNew: boolean,
  ) => Promise<MachineCheckpoints | undefined>;
  /**
   * Takes the folder for one run; undefined if another window works there. Absent where no other window can.
   */
  readonly takeFolder?: (
    place: { readonly storage: string; readonly folder: string },
    runId: string,
  ) => Promise<HeldFolder | undefined>;
  /** Where the last run of a conversation is remembered; absent where it is not, but in the window. */
  readonly openRecord?: (place: {
    readonly conversationId: string;
    readonly storage: string;
  }) => RecordStore;
  /** What to ask before a run when the disk is nearly full; undefined if there is room. Absent without a disk. */
  readonly spaceQuestion?: () => Promise<
    { readonly free: number; readonly kept: number } | undefined
  >;
  /** Whether commands can be confined on this machine; absent where there are none. */
  readonly probeSandbox?: () => Promise<FoundSandbox>;
  /** The person's rules; absent where none can be kept. */
  readonly openRules?: (storage: string) => RuleBook;
  /** Lets the person look at the rules, change and remove them. */
  readonly showRules: (book: RuleBook | undefined) => Promise<void>;
  readonly editor: AgentEditor & { readonly reviews?: ReviewOwner };
  /** Absent where there are no commands. */
  readonly terminals?: CommandTerminals;
  /** Absent without an editor. */
  readonly problems?: Problems;
  readonly symbols?: Symbols;
}

export interface AgentRunsDeps extends Pick<AgentRunDeps, "streamChat" | "newId" | "endRun"> {
  readonly clock: Clock;
  /** Tokens of a model's context, if the hub says. */
  readonly contextLength?: (model: string) => number | undefined;
  /** Whether the hub says that a model writes patches. */
  readonly usesPatches?: (model: string) => boolean;
  readonly sensitive: SensitiveCheck;
  /** The tools of MCP servers and of the editor. */
  readonly mcp: Pick<McpTools, "tools">;
  /** The address of the agent's own folder, for machines without a disk. */
  readonly storageUri: string;
  /** Tools of the chat that only read the workspace. */
  readonly readers: () => readonly Tool[];
  /** The folder of the agent's own files. */
  readonly storage: string;
}

export interface CardDecision {
  readonly conversationId: string;
  readonly cardId: string;
  readonly approve: boolean;
  /** The rule of the card that the person keeps with the approval. */
  readonly ruleId?: string | undefined;
  /** Parts of a shared card that are not approved with the others, by their place from 0. */
  readonly leaveOut?: readonly number[] | undefined;
}

/** The part of the agent that is loaded with the first run. */
export interface AgentRuns extends Disposable {
  /** Reports the conversation whose view changed. */
  readonly onDidChange: (listener: (conversationId: string) => void) => Disposable;
  readonly onDidPrint: (listener: (output: CommandOutput) => void) => Disposable;
  view(conversationId: string): RunView;
  /** Whether another window works on the folder, as it was known last. */
  readonly isElsewhere: boolean;
  /** Whether commands can be confined; false until it is known. */
  readonly hasSandbox: boolean;
  /** Why they cannot; undefined if they can, and until it is known. */
  readonly noSandbox: NoSandbox | undefined;
  /** Finds out whether commands can be confined. */
  probe(): Promise<void>;
  /** Runs the agent as one answer of a conversation; undefined if another window works on the folder. */
  begin(
    terms: RunTerms,
    request: ChatRequest,
    options: AnswerOptions,
  ): Promise<AsyncIterable<AnswerEvent> | undefined>;
  /**
   * The window closes: ends the commands that go on after their runs. Resolves when nothing of them and of the runs that
   * were stopped or interrupted is left, processes included.
   */
  ended(): Promise<void>;
  /** The paused run of the conversation does not go on. */
  leave(conversationId: string): void;
  /** Gives a message of the person to the running run; false if there is none. */
  steer(conversationId: string, text: string): boolean;
  decide(decision: CardDecision): "done" | "gone" | "tooEarly";
  answerQuestion(conversationId: string, questionId: string, answer: string): void;
  /** The person looked at what tainted the run. */
  trustAgain(conversationId: string): void;
  stopCommand(conversationId: string, callId: string): Promise<void>;
  /** Shows the output of a command of this window in a terminal. */
  showCommand(conversationId: string, callId: string): void;
  /** The conversation was deleted: what its runs sent is not kept, and their places in files are no longer shown. */
  forget(conversationId: string): Promise<void>;
  /** The places of changed files that are open; absent without an editor. */
  readonly reviews?: ReviewOwner | undefined;
  /** Shows the person's rules of approval, to change and to remove. */
  manageRules(): Promise<void>;
  /** What its runs changed, also in earlier windows; undefined if they changed nothing. */
  files(conversationId: string): Promise<RunFiles | undefined>;
}

/** Loads the agent. */
export type LoadAgent = (deps: AgentRunsDeps) => Promise<AgentRuns>;

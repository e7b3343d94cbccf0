import type { Commands } from "../../../agent/command/commands.ts";
import type { McpTools } from "../../../agent/mcpClient/mcpTools.ts";
import type { AgentRunDeps } from "../../../agent/run/agentRun.ts";
import type { RunStanding } from "../../../agent/run/cards/runTrust.ts";
import type { CapTerms } from "../../../agent/run/runCap.ts";
import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import type { Problems, Symbols } from "../../../agent/tools/problems/problems.ts";
import type { PageFetcher } from "../../../agent/tools/web/fetchPage.ts";
import type { ApprovalRule, RuleBook } from "../../../agent/trust/approvalRules.ts";
import type { DoneChecks } from "../../../agent/trust/doneChecks.ts";
import type { AllowsTool } from "../../../agent/trust/policyPin.ts";
import type { SensitiveCheck } from "../../../agent/trust/sensitiveCall.ts";
import type { AnswerEvent, AnswerOptions } from "../../../chat/toolEvents.ts";
import type { ChatRequest } from "../../../hub/wire/chatTypes.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import type { Disposable } from "../../../shared/base/lifecycle.ts";
import type { CommandOutput, NoSandbox } from "../../../shared/calls/agentCalls.ts";
import type { Tool } from "../../../shared/conversation/tool.ts";
import type { AllowsServer } from "../../../shared/hubApi/mcpIdentity.ts";
import type { ReviewOwner } from "../../editing/review/reviewCommands.ts";
import type { AgentEditor } from "../editor/agentEditor.ts";
import type { MachineCheckpoints, RunFiles } from "./runFiles.ts";
import type { RecordStore } from "./runMemory.ts";
import type { RunView } from "./runView.ts";

/** The person's current terms for a run, read before each act. */
export interface RunTerms {
  readonly conversationId: string;
  readonly standing: () => RunStanding;
  readonly maxSteps: number;
  readonly checks?: DoneChecks;
  /** With `isRaised` the person allowed as much as one cap more. */
  readonly cap: CapTerms & { readonly isRaised: boolean };
  readonly allowsServer?: AllowsServer;
  readonly allowsTool?: AllowsTool;
  readonly allowsCommands?: boolean;
  readonly siteRules?: readonly ApprovalRule[];
  /** Whether a file that is edited is opened, because a page shows the conversation. */
  readonly showsEdits?: () => boolean;
}

export interface MachineCommands extends Disposable {
  readonly commands: Commands;
}

export interface CommandTerminals extends Disposable {
  print(output: CommandOutput): void;
  open(output: CommandOutput): void;
}

export type FoundSandbox =
  | { readonly kind: "there" | "unknown" }
  | ({ readonly kind: "missing" } & NoSandbox);

export interface HeldFolder {
  /** Commands of dead windows that may still run. */
  readonly left?: readonly {
    readonly pid: number;
    readonly began: string;
    readonly script: string;
  }[];
  release(): Promise<void>;
}

export interface AgentMachine {
  openWorkspace(): Promise<Workspace | undefined>;
  /** `roots` are real paths; command ids start above `lastId`. Absent where no process can start. */
  readonly openCommands?: (
    runId: string,
    roots: readonly string[],
    lastId: number,
  ) => MachineCommands;
  /**
   * Marks commands that outlive their run, so that another window ends them if this one dies. Release it when they end.
   */
  readonly markLeft?: (runId: string, storage: string) => Promise<HeldFolder>;
  readonly platform: string;
  /** Absolute or relative to the workspace; the person's own folders first. */
  readonly skillFolders: readonly string[];
  /**
   * `roots` are real paths. Undefined if another window holds the checkpoints, or if there are none and `isNew` is
   * false. Absent without a disk.
   */
  readonly openCheckpoints?: (
    place: {
      readonly conversationId: string;
      readonly storage: string;
      readonly roots: readonly string[];
    },
    isNew: boolean,
  ) => Promise<MachineCheckpoints | undefined>;
  /** Locks the folder for one run; undefined if another window runs there. Absent where other windows cannot exist. */
  readonly takeFolder?: (
    place: { readonly storage: string; readonly folder: string },
    runId: string,
  ) => Promise<HeldFolder | undefined>;
  /** Absent: the last run's record stays in memory only. */
  readonly openRecord?: (place: {
    readonly conversationId: string;
    readonly storage: string;
  }) => RecordStore;
  /** The question before a run when the disk is nearly full; undefined if there is room. Absent without a disk. */
  readonly spaceQuestion?: () => Promise<
    { readonly free: number; readonly kept: number } | undefined
  >;
  readonly probeSandbox?: () => Promise<FoundSandbox>;
  /** Absent where rules cannot be stored. */
  readonly openRules?: (storage: string) => RuleBook;
  readonly showRules: (book: RuleBook | undefined) => Promise<void>;
  readonly editor: AgentEditor & { readonly reviews?: ReviewOwner };
  readonly terminals?: CommandTerminals;
  readonly problems?: Problems;
  readonly symbols?: Symbols;
  /** Absent where addresses cannot be checked. */
  readonly pages?: PageFetcher;
}

export interface AgentRunsDeps extends Pick<AgentRunDeps, "streamChat" | "newId" | "endRun"> {
  readonly clock: Clock;
  /** In tokens; undefined if the hub does not report it. */
  readonly contextLength?: (model: string) => number | undefined;
  readonly usesPatches?: (model: string) => boolean;
  readonly sensitive: SensitiveCheck;
  readonly mcp: Pick<McpTools, "tools">;
  /** URI of the agent's own folder, for machines without a disk. */
  readonly storageUri: string;
  readonly readers: () => readonly Tool[];
  readonly storage: string;
}

export interface CardDecision {
  readonly conversationId: string;
  readonly cardId: string;
  readonly approve: boolean;
  readonly ruleId?: string | undefined;
  readonly leaveOut?: readonly number[] | undefined;
}

export interface AgentRuns extends Disposable {
  readonly onDidChange: (listener: (conversationId: string) => void) => Disposable;
  readonly onDidPrint: (listener: (output: CommandOutput) => void) => Disposable;
  view(conversationId: string): RunView;
  readonly isElsewhere: boolean;
  /** Whether commands can be confined; false until probed. */
  readonly hasSandbox: boolean;
  readonly noSandbox: NoSandbox | undefined;
  probe(): Promise<void>;
  begin(
    terms: RunTerms,
    request: ChatRequest,
    options: AnswerOptions,
  ): Promise<AsyncIterable<AnswerEvent> | undefined>;
  /**
   * For a closing window: ends background commands; resolves when they, all stopped runs and their processes have
   * ended.
   */
  ended(): Promise<void>;
  leave(conversationId: string): void;
  steer(conversationId: string, text: string): boolean;
  decide(decision: CardDecision): "done" | "gone" | "tooEarly";
  answerQuestion(conversationId: string, questionId: string, answer: string): void;
  trustAgain(conversationId: string): void;
  stopCommand(conversationId: string, callId: string): Promise<void>;
  showCommand(conversationId: string, callId: string): void;
  /** For a deleted conversation: deletes its records and removes its changes from the editor. */
  forget(conversationId: string): Promise<void>;
  readonly reviews?: ReviewOwner | undefined;
  manageRules(): Promise<void>;
  /** The files that runs changed, also in earlier windows; undefined without changes. */
  files(conversationId: string): Promise<RunFiles | undefined>;
}

export type LoadAgent = (deps: AgentRunsDeps) => Promise<AgentRuns>;

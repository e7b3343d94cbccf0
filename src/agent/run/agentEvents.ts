import type { StreamEvent } from "../../hub/chatTypes.ts";
import type { Failure } from "../../shared/failure.ts";
import type { RunEndKind } from "../../shared/runEnds.ts";
import type { PlannedAct } from "../tools/agentTool.ts";
import type { SensitiveCount } from "../trust/sensitiveCall.ts";
import type { TaintCause } from "../trust/taint.ts";

/** An act that the person is asked about, with what besides its kind makes it a question. */
export interface AskedAct extends PlannedAct {
  /** The private values that it could send away. */
  readonly findings?: readonly SensitiveCount[];
  /** The run is tainted; the card offers to go on as before. */
  readonly taint?: TaintCause;
  /** The edits of a shared card, in the order of `paths`; each can be left out by itself. Absent for a single act. */
  readonly parts?: readonly AskedPart[];
}

/** One edit of a shared card. */
export type AskedPart = Pick<PlannedAct, "paths" | "title" | "detail" | "files">;

/**
 * `approvedForRun`: so is the same act, byte for byte, for the rest of the run. `approvedAsBefore`: and the person has looked at
 * what tainted the run, which goes on as before. `nobody`: there is no person who could be asked, and no rule covers it.
 */
export type Approval = "approved" | "approvedForRun" | "approvedAsBefore" | "rejected" | "nobody";

/** Asks the person about an act; `callId` is the call that it is drawn at. A list has one answer for each of its parts. */
export type AskPerson = (
  asked: AskedAct,
  signal: AbortSignal,
  callId: string,
) => Promise<Approval | readonly Approval[]>;

/** How a run ended. `budget`: its cap or its steps are used up. */
export type RunOutcome = RunEndKind;

/** Why a run waits for the person: its steps or its cap are used up, or it goes in circles. */
export type RunPause = "steps" | "loop" | "budget";

/** What the hub sends for a person, as it comes; the usage is that of the whole run so far. */
export type PassedEvent = Exclude<StreamEvent, { readonly kind: "toolCall" | "finished" }>;

/** What a run tells, in order; `end` comes once and last. */
export type AgentEvent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "call";
      readonly id: string;
      readonly step: number;
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: "card";
      readonly id: string;
      readonly card: CardKind;
      readonly planned: AskedAct;
    }
  | {
      readonly type: "result";
      readonly id: string;
      readonly state: "done" | "refused" | "failed";
      readonly text: string;
    }
  /** Comes once, before the first change: the point to which `--restore` goes back. */
  | { readonly type: "checkpoint"; readonly id: string; readonly label: string }
  /** From now on commands and tools of servers are asked about; the person can let the run go on as before. */
  | { readonly type: "tainted"; readonly cause: TaintCause }
  /** The messages were summarised, because they filled the model's context; in tokens, estimated. */
  | { readonly type: "compacted"; readonly before: number; readonly after: number }
  | RunEnd;

export interface RunEnd {
  readonly type: "end";
  readonly outcome: RunOutcome;
  readonly steps: number;
  /** A decimal, as the hub reported it; "0" if it reported none. */
  readonly cost: string;
  /** The hub reported no cost, or does not hold the cap. */
  readonly isApproximate?: true;
  /** Changed files, as people see them. */
  readonly files: readonly string[];
  /** Why it is not done. */
  readonly reason?: string;
  /** It only paused: with its state it goes on when the person wants it. */
  readonly pause?: RunPause;
  /** The failure of the request that ended it. */
  readonly failure?: Failure;
}

/** The kinds of cards, as checks and screen readers know them. */
export type CardKind =
  | "request"
  | "edit"
  | "command"
  | "delete"
  | "outside"
  | "serverStart"
  | "mcpCall";

import type { StreamEvent } from "../../../hub/wire/chatTypes.ts";
import type { Failure } from "../../../shared/failures/failure.ts";
import type { RunEndKind } from "../../../shared/hubApi/runEnds.ts";
import type { PlannedAct } from "../../tools/base/agentTool.ts";
import type { SensitiveCount } from "../../trust/sensitiveCall.ts";
import type { TaintCause } from "../../trust/taint.ts";

/** An act that needs the person's approval, with the reasons besides its kind. */
export interface AskedAct extends PlannedAct {
  /** Private values that it could disclose. */
  readonly findings?: readonly SensitiveCount[];
  /** Set if the run is tainted; the card offers to continue as before. */
  readonly taint?: TaintCause;
  /** The edits of a shared card, in the order of `paths`; the person can exclude each. Absent for a single act. */
  readonly parts?: readonly AskedPart[];
}

export type AskedPart = Pick<PlannedAct, "paths" | "title" | "detail" | "files">;

/**
 * `approvedForRun`: also for the same act, byte for byte, in the rest of the run. `approvedAsBefore`: the person also
 * reviewed the cause of the taint, which ends. `nobody`: nobody can be asked, and no rule applies.
 */
export type Approval = "approved" | "approvedForRun" | "approvedAsBefore" | "rejected" | "nobody";

/** Asks the person about an act; the card belongs to the call `callId`. A list has one answer for each part. */
export type AskPerson = (
  asked: AskedAct,
  signal: AbortSignal,
  callId: string,
) => Promise<Approval | readonly Approval[]>;

/** `budget`: the cap or the steps are used up. */
export type RunOutcome = RunEndKind;

/** Why a run waits for the person: no steps left, no cap left, or a loop. */
export type RunPause = "steps" | "loop" | "budget";

/** The hub's events for a person, unchanged; the usage is the sum of the run. */
export type PassedEvent = Exclude<StreamEvent, { readonly kind: "toolCall" | "finished" }>;

/** The events of a run, in order; `end` comes once and last. */
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
  /** Once, before the first change: the point that `--restore` restores. */
  | { readonly type: "checkpoint"; readonly id: string; readonly label: string }
  /** From now on commands and server tools need approval, until the person lets the run continue as before. */
  | { readonly type: "tainted"; readonly cause: TaintCause }
  /** The messages filled the model's context and were summarised; in estimated tokens. */
  | { readonly type: "compacted"; readonly before: number; readonly after: number }
  | RunEnd;

export interface RunEnd {
  readonly type: "end";
  readonly outcome: RunOutcome;
  readonly steps: number;
  /** A decimal as the hub reported it; "0" if it reported none. */
  readonly cost: string;
  /** The hub reported no cost, or does not hold the cap. */
  readonly isApproximate?: true;
  /** Changed files, as people see them. */
  readonly files: readonly string[];
  /** Why the run is not done. */
  readonly reason?: string;
  /** The run only paused: the person can continue it from its state. */
  readonly pause?: RunPause;
  /** The failure that ended the run. */
  readonly failure?: Failure;
}

/** The kinds of cards, for checks and screen readers. */
export type CardKind =
  | "request"
  | "edit"
  | "command"
  | "delete"
  | "outside"
  | "serverStart"
  | "mcpCall";

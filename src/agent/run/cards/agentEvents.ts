import type { StreamEvent } from "../../../hub/wire/chatTypes.ts";
import type { EndedChecks } from "../../../shared/conversation/endedChecks.ts";
import type { Failure } from "../../../shared/failures/failure.ts";
import type { RunEndKind } from "../../../shared/hubApi/runEnds.ts";
import type { PlannedAct } from "../../tools/base/agentTool.ts";
import type { CheckOwner } from "../../trust/doneChecks.ts";
import type { SensitiveCount } from "../../trust/sensitiveCall.ts";
import type { TaintCause } from "../../trust/taint.ts";

export interface AskedAct extends PlannedAct {
  readonly findings?: readonly SensitiveCount[];
  readonly taint?: TaintCause;
  /** The person can exclude each edit, in the order of `paths`. Absent for a single act. */
  readonly parts?: readonly AskedPart[];
}

export type AskedPart = Pick<PlannedAct, "paths" | "title" | "detail" | "files">;

/**
 * `approvedForRun`: also for the same act, byte for byte, in the rest of the run. `approvedAsBefore`: the person also
 * reviewed the cause of the taint. `nobody`: no rule applies, and no person can be asked.
 */
export type Approval = "approved" | "approvedForRun" | "approvedAsBefore" | "rejected" | "nobody";

export type AskPerson = (
  asked: AskedAct,
  signal: AbortSignal,
  callId: string,
) => Promise<Approval | readonly Approval[]>;

/** `budget`: the cap or the steps are used up. */
export type RunOutcome = RunEndKind;

/** No steps left, no cap left, or a loop. */
export type RunPause = "steps" | "loop" | "budget";

export type PassedEvent = Exclude<StreamEvent, { readonly kind: "toolCall" | "finished" }>;

/** The events of a run, in order; `end` comes once, as the last. */
export type AgentEvent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "call";
      readonly id: string;
      readonly step: number;
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Set for a check of this owner; absent for a call of the model. */
      readonly check?: CheckOwner;
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
  | { readonly type: "checkpoint"; readonly id: string; readonly label: string }
  /** Commands and server tools need approval until the person lets the run continue as before. */
  | { readonly type: "tainted"; readonly cause: TaintCause }
  /** The messages filled the model's context; in estimated tokens. */
  | { readonly type: "compacted"; readonly before: number; readonly after: number }
  | RunEnd;

/** The result of the checks when the model last reported to be done. */
export type ChecksState = EndedChecks["state"];

export interface RunEnd {
  readonly type: "end";
  readonly outcome: RunOutcome;
  readonly steps: number;
  /** A decimal; "0" if the hub reported none. */
  readonly cost: string;
  /** The hub reported no cost, or does not hold the cap. */
  readonly isApproximate?: true;
  readonly files: readonly string[];
  readonly reason?: string;
  readonly pause?: RunPause;
  readonly failure?: Failure;
  /** Absent if no check is configured. */
  readonly checks?: ChecksState;
  /** The reason if no check could run. */
  readonly unchecked?: EndedChecks["why"];
}

export type CardKind =
  | "request"
  | "edit"
  | "command"
  | "delete"
  | "outside"
  | "serverStart"
  | "mcpCall"
  | "web";

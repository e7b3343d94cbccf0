import type { ToolCall } from "../../hub/chatTypes.ts";
import { orAborted } from "../../shared/waiting.ts";
import type { Checkpoint } from "../checkpoints/checkpoints.ts";
import type { AgentTool, PlannedAct, Preparation, ToolResult } from "../tools/agentTool.ts";
import { type Act, type AgentLevel, decideAct } from "../trust/levels.ts";
import type { AgentEvent, CardKind } from "./agentEvents.ts";

/** `nobody`: there is no person who could be asked, and no rule covers it. */
export type Approval = "approved" | "rejected" | "nobody";

/** What the person allows now. */
export interface RunStanding {
  readonly level: AgentLevel;
  readonly mode: "agent" | "plan";
}

export interface CallStepDeps {
  readonly tools: readonly AgentTool[];
  /** Asked before each call: the person may change both while the run works. */
  readonly standing: () => RunStanding;
  /** Asks the person about an act; nothing is done before `approved`. */
  readonly approve: (planned: PlannedAct, signal: AbortSignal, callId: string) => Promise<Approval>;
  /** Called right before a call does what it was planned to do; it is done only if this resolves. */
  readonly starting?: (callId: string) => Promise<void>;
  /** Sets the run's checkpoint before its first change; undefined if it is set. Rejects if it cannot be kept. */
  readonly setCheckpoint?: (() => Promise<Checkpoint | undefined>) | undefined;
}

/** A call under an id of our own, because a model's ids may be empty or repeated. */
export interface StepCall {
  readonly id: string;
  readonly call: ToolCall;
}

export interface StepResult extends StepCall {
  readonly state: "done" | "refused" | "failed";
  readonly text: string;
  /** Whether it changes files, if it is done. */
  readonly isChange: boolean;
  /** Whether it was refused because nobody could approve it. */
  readonly isUnapproved: boolean;
}

const maxReadsAtOnce = 4;

/**
 * Runs the calls of one step in their order: neighbouring reads side by side, each write alone. Yields cards and
 * results; returns the results in the order of the calls.
 */
export async function* runCalls(
  calls: readonly StepCall[],
  deps: CallStepDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, readonly StepResult[]> {
  const results: StepResult[] = [];
  for (let at = 0; at < calls.length;) {
    const reads = readsFrom(calls, at, deps.tools);
    const group = calls.slice(at, at + Math.max(1, reads));
    const prepared = await Promise.all(group.map((call) => prepare(call, deps, signal)));
    for (const one of prepared) {
      if (one.answer === "card") {
        const { id, planned } = one;
        yield { type: "card", id, card: cardKind(planned.act), planned };
      }
    }
    const [only] = prepared;
    const ended =
      only && mayChange(only)
        ? [yield* finishChange(only, deps, signal)]
        : await Promise.all(prepared.map((one) => finish(one, deps, signal)));
    for (const { id, state, text } of ended) {
      yield { type: "result", id, state, text };
    }
    results.push(...ended);
    at += group.length;
  }
  return results;
}

/** How many reads stand side by side from here. */
function readsFrom(calls: readonly StepCall[], at: number, tools: readonly AgentTool[]): number {
  const rest = calls.slice(at, at + maxReadsAtOnce);
  const end = rest.findIndex(
    ({ call }) => tools.find(({ definition }) => definition.name === call.name)?.isWrite !== false,
  );
  return end < 0 ? rest.length : end;
}

interface KnownCall extends StepCall {
  readonly isWrite: boolean;
  readonly isChange: boolean;
}

type ReadyCall = KnownCall & {
  readonly answer: "run" | "card";
  readonly planned: PlannedAct;
  readonly run: (signal: AbortSignal) => Promise<ToolResult>;
};

type PreparedCall =
  | ReadyCall
  | (KnownCall & {
      readonly answer: "refused" | "failed";
      readonly text: string;
    });

async function prepare(
  { id, call }: StepCall,
  { tools, standing }: CallStepDeps,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const tool = tools.find(({ definition }) => definition.name === call.name);
  const isWrite = tool?.isWrite === true;
  const known = { id, call, isWrite, isChange: isWrite && tool.isCommand !== true };
  if (!tool) {
    const names = tools.map(({ definition }) => definition.name).join(", ");
    const text = `Not done. There is no tool ${call.name.slice(0, 100)}. There are: ${names}.`;
    return { ...known, answer: "failed", text };
  }
  const prepared = await safely(
    () => orAborted(tool.prepare(call.arguments, signal), signal),
    signal,
  );
  if (prepared.kind === "refused") {
    return { ...known, answer: "failed", text: prepared.text };
  }
  const { planned, run } = prepared;
  const now = standing();
  const decided = decideAct(planned.act, { ...now, isTainted: false, isAllowedByRule: false });
  if (decided === "refused") {
    return { ...known, answer: "refused", text: refusalOf(planned.act, now.mode) };
  }
  const answer = decided === "card" || planned.alwaysAsks === true ? "card" : "run";
  return { ...known, answer, planned, run };
}

/** Whether a call does more than read; it is a write then, and alone in its group. */
function mayChange(prepared: PreparedCall): prepared is ReadyCall {
  return "run" in prepared && prepared.isWrite && prepared.planned.act !== "read";
}

/** As `finish`, with the run's checkpoint between the approval and the change. */
async function* finishChange(
  prepared: ReadyCall,
  deps: CallStepDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, StepResult> {
  const refusal = await refusalByPerson(prepared, deps, signal);
  if (refusal) {
    return refusal;
  }
  try {
    const checkpoint = await deps.setCheckpoint?.();
    if (checkpoint) {
      yield { type: "checkpoint", id: checkpoint.id, label: checkpoint.label };
    }
  } catch {
    // A full disk, mostly.
    return { ...endedOf(prepared), state: "failed", text: noCheckpointText };
  }
  return await runOne(prepared, deps, signal);
}

const noCheckpointText =
  "Not done, nothing was changed. No checkpoint could be set, so this could not be undone: the disk may be full.";

async function finish(
  prepared: PreparedCall,
  deps: CallStepDeps,
  signal: AbortSignal,
): Promise<StepResult> {
  if ("text" in prepared) {
    return { ...endedOf(prepared), state: prepared.answer, text: prepared.text };
  }
  return (await refusalByPerson(prepared, deps, signal)) ?? (await runOne(prepared, deps, signal));
}

async function refusalByPerson(
  prepared: ReadyCall,
  { approve }: CallStepDeps,
  signal: AbortSignal,
): Promise<StepResult | undefined> {
  if (prepared.answer === "run") {
    return undefined;
  }
  const approval = await orAborted(approve(prepared.planned, signal, prepared.id), signal);
  if (approval === "approved") {
    return undefined;
  }
  const isUnapproved = approval === "nobody";
  return { ...endedOf(prepared), isUnapproved, state: "refused", text: notApproved[approval] };
}

async function runOne(
  prepared: ReadyCall,
  { starting }: CallStepDeps,
  signal: AbortSignal,
): Promise<StepResult> {
  await (starting && orAborted(starting(prepared.id), signal));
  const result = await safely(() => orAborted(prepared.run(signal), signal), signal);
  const isDone = "isError" in result && !result.isError;
  return { ...endedOf(prepared), state: isDone ? "done" : "failed", text: result.text };
}

function endedOf({ id, call, isChange }: PreparedCall) {
  return { id, call, isChange, isUnapproved: false };
}

const notApproved = {
  rejected:
    "Not done, nothing was changed. The person rejected it. Do not try it again unless asked.",
  nobody:
    "Not done, nothing was changed. It needs a person's approval, and nobody can be asked here. Do not try it again.",
} as const;

/** An exception of a tool is a fault of ours; its text must not reach the model. */
async function safely<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | Extract<Preparation, { kind: "refused" }>> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return { kind: "refused", text: "The tool failed. Whether anything was changed is not known." };
  }
}

function refusalOf(act: Act, mode: "agent" | "plan"): string {
  return mode === "plan"
    ? "Not done, nothing was changed. In plan mode nothing is changed: write the plan as your answer."
    : act === "forbidden"
      ? "Not done, nothing was changed. Folders of version control and of the editor are never written."
      : "Not done, nothing was changed. It is not allowed here.";
}

/** The kind of card that asks about an act. */
export function cardKind(act: Act): CardKind {
  switch (act) {
    case "delete":
    case "outside":
    case "command":
    case "serverStart":
    case "mcpCall":
      return act;
    case "commandOutside":
      return "command";
    case "read":
      return "request";
    default:
      return "edit";
  }
}

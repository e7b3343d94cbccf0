import { unknownToolResult, unreadableResult } from "../../chat/toolMessages.ts";
import type { ToolCall } from "../../hub/wire/chatTypes.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import type { Checkpoint } from "../checkpoints/checkpoints.ts";
import type {
  AgentTool,
  AskWithin,
  PlannedAct,
  Preparation,
  ToolResult,
} from "../tools/base/agentTool.ts";
import type { CheckOwner } from "../trust/doneChecks.ts";
import { type Act, isServerCall } from "../trust/levels.ts";
import type { Taint } from "../trust/taint.ts";
import type { AgentEvent, AskedAct, AskPerson } from "./cards/agentEvents.ts";
import { cardKind } from "./cards/cardKind.ts";
import type { RunTrust } from "./cards/runTrust.ts";
import { SharedCards } from "./cards/sharedCards.ts";
import { withCards } from "./cards/withCards.ts";

export interface CallStepDeps {
  readonly tools: readonly AgentTool[];
  readonly approve: AskPerson;
  readonly trust: RunTrust;
  readonly taint: Taint;
  /** Called right before a call's effect, which needs this to resolve. */
  readonly starting?: ((callId: string, planned: PlannedAct) => Promise<void>) | undefined;
  /** Called before the run's first change. Rejects if the checkpoint cannot be stored. */
  readonly setCheckpoint: () => Promise<Checkpoint | undefined>;
}

interface StepDeps extends CallStepDeps {
  readonly approve: SharedCards<StepCall>["ask"];
  readonly decided: SharedCards<StepCall>["decided"];
}

/** A call under our own id, because a model's ids may be empty or repeated. */
export interface StepCall {
  readonly id: string;
  readonly call: ToolCall;
  /** The person or organisation whose check this call is. */
  readonly check?: CheckOwner;
}

export interface StepResult extends StepCall {
  readonly state: "done" | "refused" | "failed";
  readonly text: string;
  readonly effect: "none" | "write" | "command";
  readonly paths: readonly string[];
  readonly isUnapproved: boolean;
  readonly exitCode?: number | undefined;
}

const maxReadsAtOnce = 4;

/**
 * Neighbouring reads run in parallel, each write alone. Adds to `results` in the order of the calls, so that a stop
 * leaves a known state.
 */
export async function* runCalls(
  calls: readonly StepCall[],
  results: StepResult[],
  own: CallStepDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, void> {
  const cards = new SharedCards(calls, (call) => prepare(call, own, signal), own.approve);
  const deps: StepDeps = {
    ...own,
    approve: (...asked) => cards.ask(...asked),
    decided: (callId) => cards.decided(callId),
  };
  for (let at = 0; at < calls.length;) {
    const reads = readsFrom(calls, at, deps.tools);
    const group = calls.slice(at, at + Math.max(1, reads));
    const prepared = await Promise.all(group.map((call) => prepare(call, deps, signal)));
    for (const one of prepared) {
      if (one.answer === "card") {
        const { id, asked } = one;
        yield { type: "card", id, card: cardKind(asked.act), planned: asked };
      }
    }
    let isTold = deps.taint.cause !== undefined;
    const [only] = prepared;
    const ended =
      only && mayChange(only)
        ? [yield* finishChange(only, deps, signal)]
        : await Promise.all(prepared.map((one) => finish(one, deps, signal)));
    for (const result of ended) {
      const { id, state, text } = result;
      results.push(result);
      yield { type: "result", id, state, text };
      yield* taintedBy(result, deps, isTold);
      isTold = deps.taint.cause !== undefined;
    }
    at += group.length;
  }
}

function* taintedBy(
  { call, text, isServer, site }: EndedCall,
  { taint }: CallStepDeps,
  isTold: boolean,
): Iterable<AgentEvent> {
  const isNew = [
    isServer && taint.noteServerResult(call.name),
    site !== undefined && taint.notePage(site),
    taint.noteText(text),
  ];
  const { cause } = taint;
  if (cause !== undefined && (!isTold || isNew.includes(true))) {
    yield { type: "tainted", cause };
  }
}

function readsFrom(calls: readonly StepCall[], at: number, tools: readonly AgentTool[]): number {
  const rest = calls.slice(at, at + maxReadsAtOnce);
  const end = rest.findIndex(
    ({ call }) => tools.find(({ definition }) => definition.name === call.name)?.isWrite !== false,
  );
  return end < 0 ? rest.length : end;
}

interface EndedCall extends StepResult {
  readonly isServer: boolean;
  /** The site that wrote the text. */
  readonly site?: string | undefined;
}

interface PlannedCall extends StepCall {
  readonly tool: AgentTool;
  readonly planned: PlannedAct;
  readonly run: (signal: AbortSignal, ask?: AskWithin) => Promise<ToolResult>;
}

type ReadyCall =
  | (PlannedCall & { readonly answer: "run" })
  | (PlannedCall & { readonly answer: "card"; readonly asked: AskedAct });

type PreparedCall =
  | ReadyCall
  | (StepCall & { readonly answer: "refused" | "failed"; readonly text: string });

async function prepare(
  { id, call }: StepCall,
  { tools, trust }: CallStepDeps,
  signal: AbortSignal,
): Promise<PreparedCall> {
  const tool = tools.find(({ definition }) => definition.name === call.name);
  if (!tool) {
    const names = tools.map(({ definition }) => definition.name);
    return { id, call, answer: "failed", text: unknownToolResult(call, names) };
  }
  const unreadable = unreadableResult(call);
  if (unreadable !== undefined) {
    return { id, call, answer: "failed", text: unreadable };
  }
  const prepared = await safely(
    () => orAborted(tool.prepare(call.arguments, signal), signal),
    signal,
  );
  if (prepared.kind === "refused") {
    return { id, call, answer: "failed", text: prepared.text };
  }
  const { planned, run } = prepared;
  const judged = trust.judge(planned, call);
  return judged.answer === "refused"
    ? { id, call, ...judged }
    : { id, call, tool, planned, run, ...judged };
}

function mayChange(prepared: PreparedCall): prepared is ReadyCall {
  return "run" in prepared && prepared.tool.isWrite && prepared.planned.act !== "read";
}

/** Sets the run's checkpoint between approval and change. */
async function* finishChange(
  prepared: ReadyCall,
  deps: StepDeps,
  signal: AbortSignal,
): AsyncGenerator<AgentEvent, EndedCall> {
  const refusal = await refusalByPerson(prepared, deps, signal);
  if (refusal) {
    return refusal;
  }
  try {
    const checkpoint = await deps.setCheckpoint();
    if (checkpoint) {
      yield { type: "checkpoint", id: checkpoint.id, label: checkpoint.label };
    }
  } catch {
    // Usually a full disk.
    return endedCall(prepared, { state: "failed", text: noCheckpointText });
  }
  let isUnapproved = false;
  const ended = yield* withCards(
    async (ask) =>
      await runOne(prepared, deps, signal, async (planned) => {
        const answer = await ask(planned);
        isUnapproved ||= answer === "nobody";
        return answer;
      }),
    { ...deps, ...prepared, signal },
  );
  return { ...ended, isUnapproved };
}

const noCheckpointText =
  "Not done, nothing was changed. No checkpoint could be set, so this could not be undone: the disk may be full.";

async function finish(
  prepared: PreparedCall,
  deps: StepDeps,
  signal: AbortSignal,
): Promise<EndedCall> {
  if ("text" in prepared) {
    return endedCall(prepared, { state: prepared.answer, text: prepared.text });
  }
  return (await refusalByPerson(prepared, deps, signal)) ?? (await runOne(prepared, deps, signal));
}

/** Decides again after the answer, because the mode may have changed meanwhile. Undefined if the call may run. */
async function refusalByPerson(
  prepared: ReadyCall,
  { approve, decided, trust, taint }: StepDeps,
  signal: AbortSignal,
): Promise<EndedCall | undefined> {
  const { planned, call } = prepared;
  const approval =
    prepared.answer === "run"
      ? decided(prepared.id)
      : await orAborted(approve(prepared.asked, signal, prepared.id), signal);
  if (approval === "rejected" || approval === "nobody") {
    const isUnapproved = approval === "nobody";
    return endedCall(prepared, { state: "refused", text: notApproved[approval], isUnapproved });
  }
  if (prepared.answer === "run") {
    return undefined;
  }
  const judged = trust.judge(planned, call);
  if (judged.answer === "refused") {
    return endedCall(prepared, { state: "refused", text: judged.text });
  }
  if (approval === "approvedForRun") {
    trust.approveForRun(planned);
  } else if (approval === "approvedAsBefore") {
    taint.goOnAsBefore();
  }
  return undefined;
}

async function runOne(
  call: ReadyCall,
  { starting }: StepDeps,
  signal: AbortSignal,
  ask?: AskWithin,
): Promise<EndedCall> {
  const { id, run, planned, tool } = call;
  await (starting && orAborted(starting(id, planned), signal));
  const isFileWrite = tool.isWrite && tool.isCommand !== true && fileActs.has(planned.act);
  const work = () => (isFileWrite ? run(signal) : orAborted(run(signal, ask), signal));
  const result = await safely(work, signal);
  const isDone = "isError" in result && !result.isError;
  const effect = tool.isCommand === true ? "command" : "write";
  return endedCall(call, {
    state: isDone ? "done" : "failed",
    text: result.text,
    effect: isDone && tool.isWrite && planned.act !== "read" ? effect : "none",
    paths: planned.paths,
    isServer: isServerCall(planned.act),
    site: planned.site,
    exitCode: "exitCode" in result ? result.exitCode : undefined,
  });
}

const fileActs: ReadonlySet<Act> = new Set(["edit", "delete", "outside", "runnable"]);

function endedCall(
  { id, call }: StepCall,
  ended: Pick<EndedCall, "state" | "text"> & Partial<EndedCall>,
): EndedCall {
  return { id, call, effect: "none", paths: [], isUnapproved: false, isServer: false, ...ended };
}

const notApproved = {
  rejected:
    "Not done, nothing was changed. The person rejected it. Do not try it again unless asked.",
  nobody:
    "Not done, nothing was changed. It needs a person's approval, and nobody can be asked here. Do not try it again.",
} as const;

/** An exception is our own fault; the model must not read its text. */
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

import type { ChatRequestMessage, ToolCall } from "../../hub/chatTypes.ts";
import { HubError } from "../../hub/hubError.ts";
import type { Checkpoint, Checkpoints } from "../checkpoints/checkpoints.ts";
import type { FileLedger } from "../tools/fileLedger.ts";
import { Taint, type TaintCause } from "../trust/taint.ts";
import type { AgentEvent, PassedEvent, RunEnd } from "./agentEvents.ts";
import { type CallStepDeps, runCalls, type StepCall, type StepResult } from "./callStep.ts";
import { LoopGuard } from "./loopGuard.ts";
import { askModel, type ModelAnswer, type ModelDeps } from "./modelAnswer.ts";
import { RunCap, type RunCapState } from "./runCap.ts";
import { RunMessages } from "./runMessages.ts";
import { RunMeter } from "./runMeter.ts";
import { cutAnswerNote, firstMessages, type RunSetting } from "./runPrompt.ts";
import { RunTrust, type RunTrustDeps } from "./runTrust.ts";

export interface AgentRunOptions extends RunSetting {
  readonly model: string;
  readonly maxSteps: number;
  /** In the hub's currency; undefined sets no cap. */
  readonly maxCost: number | undefined;
  readonly signal: AbortSignal;
}

export interface AgentRunDeps
  extends
    Omit<CallStepDeps, "trust" | "taint" | "setCheckpoint">,
    RunTrustDeps,
    Pick<ModelDeps, "streamChat"> {
  /** The same that the tools have. Absent: nothing can be undone. */
  readonly checkpoints?: Checkpoints | undefined;
  /** The host's, so that the person can let the run go on as before; its own if absent. */
  readonly taint?: Taint;
  readonly ledger: FileLedger;
  readonly newId: () => string;
  /** Receives what the hub sends, as it comes. */
  readonly tell?: (event: PassedEvent) => void;
}

/** All that a run needs to go on later. It is JSON. */
export interface RunState {
  readonly messages: readonly ChatRequestMessage[];
  readonly steps: number;
  /** A decimal. */
  readonly cost: string;
  readonly taint?: TaintCause;
  /** Absent if the run has no cap. */
  readonly cap?: RunCapState;
}

/** How a run goes on: what it was, and what the person says now. */
export interface RunResume {
  readonly state: RunState;
  readonly message: string;
}

/** Most calls of one answer; the chat formats allow 128. */
const maxCalls = 32;
/** Answers cut at the length limit, one after another, before the run ends. */
const maxCuts = 3;
const maxLabel = 80;

type Ending = Pick<RunEnd, "outcome" | "reason" | "pause" | "failure">;

/** One task, from its first request to its end, or from where it paused. */
export class AgentRun {
  readonly #options: AgentRunOptions;
  readonly #deps: AgentRunDeps;
  readonly #calls: CallStepDeps;
  readonly #guard = new LoopGuard();
  readonly #cap: RunCap | undefined;
  readonly #meter: RunMeter;
  readonly #messages: RunMessages;
  readonly #stepsBefore: number;
  readonly #label: string;
  #steps = 0;
  #cuts = 0;
  #isUnapproved = false;
  #hasCheckpoint = false;

  constructor(options: AgentRunOptions, deps: AgentRunDeps, resume?: RunResume) {
    this.#options = options;
    this.#deps = deps;
    const { taint = new Taint(resume?.state.taint) } = deps;
    const setCheckpoint = () => this.#setCheckpoint();
    this.#calls = { ...deps, taint, trust: new RunTrust(deps, taint), setCheckpoint };
    this.#messages = new RunMessages(resume?.state.messages ?? firstMessages(options));
    this.#cap = capOf(options, deps, resume?.state.cap);
    this.#meter = new RunMeter(resume?.state.cost, this.#cap);
    this.#label = labelOf(resume?.message ?? options.task);
    this.#stepsBefore = resume?.state.steps ?? 0;
    if (resume) {
      this.#messages.append({ role: "user", content: resume.message });
    }
  }

  /** What the run is now; with it a later run goes on. Whole steps only, except after a stop. */
  get state(): RunState {
    const { all: messages } = this.#messages;
    const { cause: taint } = this.#calls.taint;
    const steps = this.#stepsBefore + this.#steps;
    const cap = this.#cap?.state;
    const more = { ...(taint !== undefined && { taint }), ...(cap && { cap }) };
    return { messages, steps, cost: this.#meter.cost, ...more };
  }

  /** The hub reported no cost so far, or does not hold the cap. */
  get isCostApproximate(): boolean {
    return this.#meter.isApproximate;
  }

  /** Runs to the end. The last event is `end`; nothing is thrown but faults of ours. Called once. */
  async *events(): AsyncGenerator<AgentEvent> {
    try {
      for (;;) {
        const ending = this.#limit() ?? (yield* this.#step());
        if (ending) {
          yield this.#end(ending);
          return;
        }
      }
    } catch (error) {
      yield this.#endAfter(error);
    }
  }

  /** The end of a run that cannot go on. */
  #endAfter(error: unknown): AgentEvent {
    if (this.#options.signal.aborted) {
      return this.#end({ outcome: "stopped" });
    }
    if (error instanceof HubError) {
      const { kind: reason, failure } = error;
      if (reason === "run_budget") {
        return this.#end({ outcome: "budget", pause: "budget", reason, failure });
      }
      const isBudget = reason === "budget_exhausted";
      return this.#end({ outcome: isBudget ? "budget" : "failed", reason, failure });
    }
    throw error;
  }

  #limit(): Ending | undefined {
    const { maxSteps, signal } = this.#options;
    if (signal.aborted) {
      return { outcome: "stopped" };
    }
    const failure = this.#cap?.failureAt(this.#meter.total);
    if (failure) {
      return { outcome: "budget", pause: "budget", reason: failure.kind, failure };
    }
    return this.#steps >= maxSteps
      ? { outcome: "budget", pause: "steps", reason: `${maxSteps} steps are used up.` }
      : undefined;
  }

  /** One request and its calls; returns why the run ends, if it does. */
  async *#step(): AsyncGenerator<AgentEvent, Ending | undefined> {
    const { signal } = this.#options;
    const { text, calls, reason } = await this.#answer();
    this.#steps += 1;
    if (text !== "") {
      yield { type: "text", text };
    }
    if (reason === "length" || reason === "max_tokens") {
      return this.#afterCut(text);
    }
    this.#cuts = 0;
    if (reason === "content_filter") {
      return { outcome: "failed", reason: "The model's provider filtered the answer." };
    }
    if (calls.length === 0) {
      this.#messages.appendAnswer(text);
      return { outcome: this.#isUnapproved ? "refused" : "done" };
    }
    const stepCalls = calls.slice(0, maxCalls).map((call) => ({ id: this.#newCallId(), call }));
    for (const { id, call } of stepCalls) {
      yield { type: "call", id, step: this.#steps, tool: call.name, args: call.arguments };
    }
    const results: StepResult[] = [];
    try {
      yield* runCalls(stepCalls, results, this.#calls, signal);
    } catch (error) {
      this.#messages.appendStep(text, stepCalls, results);
      throw error;
    }
    return this.#add(text, stepCalls, results);
  }

  /** Sets the checkpoint of the run, once: a run that changes nothing has none. */
  async #setCheckpoint(): Promise<Checkpoint | undefined> {
    if (this.#hasCheckpoint) {
      return undefined;
    }
    const checkpoint = await this.#deps.checkpoints?.begin(this.#label);
    this.#hasCheckpoint = true;
    return checkpoint;
  }

  async #answer(): Promise<ModelAnswer> {
    const { model, signal } = this.#options;
    const { streamChat, tools, tell } = this.#deps;
    const request = {
      model,
      messages: this.#messages.all,
      tools: tools.map(({ definition }) => definition),
    };
    return await askModel(request, { streamChat, meter: this.#meter, tell }, signal);
  }

  #afterCut(text: string): Ending | undefined {
    this.#cuts += 1;
    this.#messages.appendAnswer(text);
    this.#messages.append({ role: "user", content: cutAnswerNote });
    return this.#cuts < maxCuts
      ? undefined
      : { outcome: "failed", reason: `${maxCuts} answers were cut at their length limit.` };
  }

  #add(
    text: string,
    calls: readonly StepCall[],
    results: readonly StepResult[],
  ): Ending | undefined {
    let ending: Ending | undefined;
    const noted = results.map((result) => {
      this.#isUnapproved ||= result.isUnapproved;
      const verdict = this.#guard.note({
        tool: result.call.name,
        key: keyOf(result.call),
        result: result.text,
        isError: result.state === "failed",
        effect: result.effect,
      });
      if (verdict.kind === "pause") {
        const reason = `The run goes in circles: ${verdict.text}`;
        ending = { outcome: "failed", pause: "loop", reason };
      }
      return verdict.kind === "note" ? { ...result, note: `\n\n${verdict.text}` } : result;
    });
    this.#messages.appendStep(text, calls, noted);
    return ending;
  }

  #newCallId(): string {
    return `call_${this.#deps.newId().replaceAll("-", "")}`.slice(0, 64);
  }

  #end(ending: Ending): RunEnd {
    const { steps, cost } = this.state;
    const files = this.#deps.ledger.changed;
    const isApproximate = this.isCostApproximate && ({ isApproximate: true } as const);
    return { type: "end", ...ending, steps, cost, ...isApproximate, files };
  }
}

function capOf(
  { maxCost }: AgentRunOptions,
  { newId }: AgentRunDeps,
  earlier: RunCapState | undefined,
): RunCap | undefined {
  return maxCost === undefined ? undefined : new RunCap(newId(), maxCost, earlier);
}

/** The beginning of a message, on one line. */
function labelOf(message: string): string {
  const [first = ""] = message.trim().split("\n", 1);
  return first.length > maxLabel ? `${first.slice(0, maxLabel)}…` : first;
}

/** A call's arguments, without `purpose`, which only explains. */
function keyOf({ arguments: args }: ToolCall): string {
  return JSON.stringify(Object.entries(args).filter(([name]) => name !== "purpose"));
}

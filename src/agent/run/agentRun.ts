import type { EndedRun } from "../../hub/calls/runEndReports.ts";
import type { Checkpoint, Checkpoints } from "../checkpoints/checkpoints.ts";
import type { AgentTool } from "../tools/base/agentTool.ts";
import { Taint } from "../trust/taint.ts";
import { type CallStepDeps, runCalls, type StepCall, type StepResult } from "./callStep.ts";
import type { AgentEvent, RunEnd } from "./cards/agentEvents.ts";
import { RunTrust, type RunTrustDeps } from "./cards/runTrust.ts";
import { Compactor } from "./compactor.ts";
import { type CheckCall, DoneGate, type DoneGateDeps } from "./doneGate.ts";
import { FittedAnswers } from "./fittedAnswers.ts";
import { LoopGuard } from "./loopGuard.ts";
import { LostAnswers } from "./lostAnswers.ts";
import { askModel, type ModelDeps } from "./modelAnswer.ts";
import { type Ending, endingAfter, endingBefore, requireFolders } from "./runEndings.ts";
import { RunMessages } from "./runMessages.ts";
import type { RunMeter } from "./runMeter.ts";
import { RunNotes, type RunNotesDeps, type RunUse } from "./runNotes.ts";
import { noteMessage, type RunSetting, surplusCallsNote } from "./runPrompt.ts";
import { labelOf, meterOf, newState, type RunResume, type RunState } from "./runState.ts";

export interface AgentRunOptions extends RunSetting {
  readonly model: string;
  readonly contextLength?: number | undefined;
  readonly maxSteps: number;
  readonly maxCost: number | undefined;
  readonly signal: AbortSignal;
}

export interface AgentRunDeps
  extends
    Omit<CallStepDeps, "trust" | "taint" | "setCheckpoint">,
    RunTrustDeps,
    RunNotesDeps,
    Pick<DoneGateDeps, "checks" | "judgeAnswer">,
    Pick<ModelDeps, "streamChat" | "tell"> {
  /** The same object that the tools have. Absent: nothing can be undone. */
  readonly checkpoints?: Checkpoints | undefined;
  /** The host's record of a taint, so that the person can end it. */
  readonly taint?: Taint;
  readonly meter?: RunMeter;
  /** Reports the end of a run with a cap. Never rejects; the run does not wait for it. Absent for helpers. */
  readonly endRun?: (run: EndedRun) => Promise<void>;
  readonly moreTools?: (run: RunParts) => readonly AgentTool[];
  /** Removes and returns the person's messages since the last step, oldest first. */
  readonly takeMessages?: () => readonly string[];
  readonly newId: () => string;
}

export interface RunParts {
  readonly meter: RunMeter;
  readonly taint: Taint;
}

/** Of one step; the chat formats allow 128. */
const maxCalls = 32;

export class AgentRun {
  readonly #options: AgentRunOptions;
  readonly #deps: AgentRunDeps;
  readonly #calls: CallStepDeps;
  readonly #guard = new LoopGuard();
  readonly #lost = new LostAnswers();
  readonly #meter: RunMeter;
  readonly #messages: RunMessages;
  readonly #notes: RunNotes;
  readonly #compactor: Compactor;
  readonly #answers: FittedAnswers;
  readonly #gate: DoneGate;
  readonly #stepsBefore: number;
  readonly #label: string;
  #steps = 0;
  #isUnapproved = false;
  #hasCheckpoint = false;

  constructor(options: AgentRunOptions, deps: AgentRunDeps, resume?: RunResume) {
    this.#options = options;
    this.#deps = deps;
    const { model, signal } = options;
    const { streamChat } = deps;
    const start = resume?.state ?? newState(options);
    const { taint = new Taint(start.taint), meter = meterOf(start, options, deps.newId) } = deps;
    this.#meter = meter;
    const tools = [...deps.tools, ...(deps.moreTools?.({ meter, taint }) ?? [])];
    const setCheckpoint = () => this.#setCheckpoint();
    this.#calls = {
      ...deps,
      tools,
      taint,
      trust: new RunTrust(deps, taint),
      setCheckpoint,
      starting: async (callId, planned) => {
        await requireFolders(deps.workspace);
        await deps.starting?.(callId, planned);
      },
    };
    this.#messages = new RunMessages(start.messages);
    this.#notes = new RunNotes(deps, { ...deps.standing(), mode: start.mode });
    this.#compactor = new Compactor({
      tools,
      ledger: deps.ledger,
      contextLength: options.contextLength,
      ask: (messages) =>
        askModel({ model, messages, isContinued: false }, { streamChat, meter }, signal),
    });
    this.#answers = new FittedAnswers({
      model,
      signal,
      tools,
      meter,
      streamChat,
      tell: deps.tell,
      messages: this.#messages,
      notes: this.#notes,
      compactor: this.#compactor,
    });
    this.#gate = new DoneGate({ ...deps, tools, ...start });
    this.#stepsBefore = start.steps;
    this.#label = labelOf(resume?.message ?? options.task);
    if (resume) {
      const notes = this.#notes.onResume(start.messages, options.instructions);
      this.#messages.append({ role: "user", content: resume.message });
      this.#messages.append(...(notes.length === 0 ? [] : [noteMessage(notes)]));
    }
    taint.noteText(options.instructions ?? "");
  }

  /** A later run can continue from it. It marks calls that a stop interrupted. */
  get state(): RunState {
    const { all: messages } = this.#messages;
    const { cause: taint } = this.#calls.taint;
    const { cap, cost, tokens } = this.#meter;
    return {
      messages,
      steps: this.#stepsBefore + this.#steps,
      cost,
      ...(tokens > 0 && { tokens }),
      mode: this.#notes.mode,
      ...(cap && { cap }),
      ...(taint !== undefined && { taint }),
      ...(this.#gate.isUnchecked && { isUnchecked: true as const }),
    };
  }

  get isCostApproximate(): boolean {
    return this.#meter.isApproximate;
  }

  get tokens(): number {
    return this.#meter.tokens;
  }

  /** The last event is `end`; throws only for our own faults. Called once. */
  async *events(): AsyncGenerator<AgentEvent> {
    const { signal } = this.#options;
    const { cause } = this.#calls.taint;
    if (cause !== undefined) {
      yield { type: "tainted", cause };
    }
    try {
      for (;;) {
        await requireFolders(this.#deps.workspace);
        const ending =
          endingBefore(this.#use, this.#meter.capFailure, signal) ?? (yield* this.#step());
        if (ending) {
          yield this.#end(ending);
          return;
        }
      }
    } catch (error) {
      yield this.#end(endingAfter(error, signal));
    }
  }

  get #use(): RunUse {
    const { maxCost, maxSteps } = this.#options;
    const { cost, tokens } = this.#meter;
    return { cost: Number(cost), tokens, maxCost, steps: this.#steps, maxSteps };
  }

  async *#step(): AsyncGenerator<AgentEvent, Ending | undefined> {
    const answered = yield* this.#answers.next();
    if ("outcome" in answered) {
      return answered;
    }
    const { text, calls, reason } = answered;
    this.#steps += 1;
    if (text !== "") {
      yield { type: "text", text };
    }
    const lost = this.#lost.judge(answered);
    if (lost) {
      this.#messages.appendAnswer(text);
      this.#messages.append(noteMessage([lost.note]));
      return lost.ending;
    }
    if (reason === "content_filter") {
      return { outcome: "failed", reason: "The model's provider filtered the answer." };
    }
    if (calls.length === 0) {
      return yield* this.#finish(text);
    }
    const stepCalls = calls.slice(0, maxCalls).map((call) => ({ id: this.#newCallId(), call }));
    const ending = yield* this.#runCalls(text, stepCalls);
    if (calls.length > maxCalls) {
      this.#messages.append(noteMessage([surplusCallsNote(maxCalls, calls.length)]));
    }
    this.#appendSaid();
    return ending;
  }

  /** The model says that it is done; the checks decide. */
  async *#finish(text: string): AsyncGenerator<AgentEvent, Ending | undefined> {
    if (this.#appendSaid(text)) {
      return undefined;
    }
    const { mode } = this.#deps.standing();
    const calls = this.#gate.calls(mode).map((call) => this.#ownCall(call));
    const results: StepResult[] = [];
    let ending: Ending | undefined;
    if (calls.length === 0) {
      this.#messages.appendAnswer(text);
    } else {
      ending = yield* this.#runCalls(text, calls, results);
    }
    const { note, ending: byGate } = this.#gate.judge(mode, results, text);
    this.#messages.append(...(note === undefined ? [] : [noteMessage([note])]));
    const goesOn = this.#appendSaid() || note !== undefined;
    const atEnd = byGate ?? { outcome: this.#isUnapproved ? "refused" : "done" };
    return ending ?? (goesOn ? undefined : atEnd);
  }

  async *#runCalls(
    text: string,
    calls: readonly StepCall[],
    results: StepResult[] = [],
  ): AsyncGenerator<AgentEvent, Ending | undefined> {
    for (const { id, call, check } of calls) {
      const { name: tool, arguments: args } = call;
      yield { type: "call", id, step: this.#steps, tool, args, ...(check && { check }) };
    }
    let verdict: Ending | undefined;
    try {
      yield* runCalls(calls, results, this.#calls, this.#options.signal);
    } finally {
      const { notes, ending } = this.#guard.noteStep(results);
      this.#messages.appendStep(text, calls, results, notes);
      verdict = ending;
    }
    this.#isUnapproved ||= results.some(({ isUnapproved }) => isUnapproved);
    this.#compactor.noteStep(results);
    yield* this.#appendNotes(results.flatMap(({ paths }) => paths));
    return verdict;
  }

  async *#appendNotes(paths: readonly string[]): AsyncGenerator<AgentEvent, void> {
    const notes = await this.#notes.afterStep(paths, this.#use);
    if (notes.length > 0) {
      this.#messages.append(noteMessage(notes));
      const { taint } = this.#calls;
      if (taint.noteText(notes.join("\n")) && taint.cause !== undefined) {
        yield { type: "tainted", cause: taint.cause };
      }
    }
  }

  /**
   * Appends the person's messages of the last step. `answer` is the model's text before them. False if there are
   * none.
   */
  #appendSaid(answer = ""): boolean {
    const said = this.#deps.takeMessages?.() ?? [];
    if (said.length > 0) {
      this.#messages.appendAnswer(answer);
    }
    this.#messages.append(...said.map((content) => ({ role: "user" as const, content })));
    return said.length > 0;
  }

  /** A run without changes has no checkpoint. */
  async #setCheckpoint(): Promise<Checkpoint | undefined> {
    if (this.#hasCheckpoint) {
      return undefined;
    }
    const checkpoint = await this.#deps.checkpoints?.begin(this.#label);
    this.#hasCheckpoint = true;
    return checkpoint;
  }

  #ownCall({ check, ...call }: CheckCall): StepCall {
    const id = this.#newCallId();
    return { id, call: { id, ...call }, check };
  }

  #newCallId(): string {
    return `call_${this.#deps.newId().replaceAll("-", "")}`.slice(0, 64);
  }

  #end(ending: Ending): RunEnd {
    const { steps, cost, cap } = this.state;
    if (cap) {
      const outcome = ending.pause === "steps" ? "stopped" : ending.outcome;
      void this.#deps.endRun?.({ id: cap.id, outcome });
    }
    const files = this.#deps.ledger.changed;
    const checked = this.#gate.endIn(this.#deps.standing().mode);
    const isApproximate = this.isCostApproximate && ({ isApproximate: true } as const);
    return { type: "end", ...ending, steps, cost, ...isApproximate, files, ...checked };
  }
}

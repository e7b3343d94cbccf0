import { wireName } from "../../chat/toolMessages.ts";
import { UsageSum } from "../../chat/tools/usageSum.ts";
import type { StreamChat } from "../../chat/turn.ts";
import type { ChatRequestMessage, StreamEvent, ToolCall } from "../../hub/chatTypes.ts";
import { HubError } from "../../hub/hubError.ts";
import type { FileLedger } from "../tools/fileLedger.ts";
import type { AgentEvent, RunEnd } from "./agentEvents.ts";
import { type CallStepDeps, runCalls, type StepCall, type StepResult } from "./callStep.ts";
import { LoopGuard } from "./loopGuard.ts";
import { cutAnswerNote, firstMessages, type RunSetting } from "./runPrompt.ts";

export interface AgentRunOptions extends RunSetting {
  readonly model: string;
  readonly maxSteps: number;
  /** In the hub's currency; undefined sets no cap. */
  readonly maxCost: number | undefined;
  readonly signal: AbortSignal;
}

export interface AgentRunDeps extends CallStepDeps {
  /** With the data protection in it: results are masked before they are sent, arguments get real values. */
  readonly streamChat: StreamChat;
  readonly ledger: FileLedger;
  readonly newId: () => string;
}

/** Most calls of one answer; the chat formats allow 128. */
const maxCalls = 32;
const maxResult = 64_000;
/** Answers cut at the length limit, one after another, before the run ends. */
const maxCuts = 3;

/** Runs one task to its end. The last event is `end`; nothing is thrown but faults of ours. */
export async function* runAgent(
  options: AgentRunOptions,
  deps: AgentRunDeps,
): AsyncGenerator<AgentEvent> {
  const run = new AgentRun(options, deps);
  try {
    yield* run.steps();
  } catch (error) {
    yield run.endAfter(error);
  }
}

type Ending = Pick<RunEnd, "outcome" | "reason">;

interface OneAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly reason: string | undefined;
}

class AgentRun {
  readonly #options: AgentRunOptions;
  readonly #deps: AgentRunDeps;
  readonly #guard = new LoopGuard();
  readonly #usage = new UsageSum();
  #messages: readonly ChatRequestMessage[];
  #steps = 0;
  #cuts = 0;
  #cost = "0";
  #isUnapproved = false;

  constructor(options: AgentRunOptions, deps: AgentRunDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#messages = firstMessages(options);
  }

  async *steps(): AsyncGenerator<AgentEvent> {
    for (;;) {
      const ending = this.#limit() ?? (yield* this.#step());
      if (ending) {
        yield this.#end(ending);
        return;
      }
    }
  }

  /** The end of a run that cannot go on. */
  endAfter(error: unknown): AgentEvent {
    if (this.#options.signal.aborted) {
      return this.#end({ outcome: "stopped" });
    }
    if (error instanceof HubError) {
      const isBudget = error.kind === "budget_exhausted";
      return this.#end({ outcome: isBudget ? "budget" : "failed", reason: error.kind });
    }
    throw error;
  }

  #limit(): Ending | undefined {
    const { maxSteps, maxCost, signal } = this.#options;
    if (signal.aborted) {
      return { outcome: "stopped" };
    }
    if (maxCost !== undefined && Number(this.#cost) >= maxCost) {
      return { outcome: "budget", reason: `The cap of ${maxCost} is used up.` };
    }
    return this.#steps >= maxSteps
      ? { outcome: "budget", reason: `${maxSteps} steps are used up.` }
      : undefined;
  }

  /** One request and its calls; returns why the run ends, if it does. */
  async *#step(): AsyncGenerator<AgentEvent, Ending | undefined> {
    const { text, calls, reason } = yield* this.#answer();
    this.#steps += 1;
    if (reason === "length" || reason === "max_tokens") {
      return this.#afterCut(text);
    }
    this.#cuts = 0;
    if (reason === "content_filter") {
      return { outcome: "failed", reason: "The model's provider filtered the answer." };
    }
    if (calls.length === 0) {
      return { outcome: this.#isUnapproved ? "refused" : "done" };
    }
    const stepCalls = calls.slice(0, maxCalls).map((call) => ({ id: this.#newCallId(), call }));
    for (const { id, call } of stepCalls) {
      yield { type: "call", id, step: this.#steps, tool: call.name, args: call.arguments };
    }
    const results = yield* runCalls(stepCalls, this.#deps, this.#options.signal);
    return this.#add(text, stepCalls, results);
  }

  async *#answer(): AsyncGenerator<AgentEvent, OneAnswer> {
    const { model, signal } = this.#options;
    const tools = this.#deps.tools.map(({ definition }) => definition);
    const texts: string[] = [];
    const calls: ToolCall[] = [];
    let reason: string | undefined;
    this.#usage.nextRequest();
    const request = { model, messages: this.#messages, tools };
    for await (const event of this.#deps.streamChat(request, { signal })) {
      this.#count(event);
      if (event.kind === "toolCall") {
        calls.push(event.call);
      } else if (event.kind === "finished") {
        ({ reason } = event);
      } else if (event.kind === "textDelta") {
        texts.push(event.text);
      }
    }
    const text = texts.join("");
    if (text !== "") {
      yield { type: "text", text };
    }
    return { text, calls, reason };
  }

  #count(event: StreamEvent): void {
    if (event.kind === "usage") {
      this.#cost = this.#usage.add(event).cost ?? this.#cost;
    }
  }

  #afterCut(text: string): Ending | undefined {
    this.#cuts += 1;
    this.#append(...(text === "" ? [] : [{ role: "assistant", content: text } as const]), {
      role: "user",
      content: cutAnswerNote,
    });
    return this.#cuts < maxCuts
      ? undefined
      : { outcome: "failed", reason: `${maxCuts} answers were cut at their length limit.` };
  }

  /** Appends the calls and their results; the results are shortened now, never later. */
  #add(
    text: string,
    calls: readonly StepCall[],
    results: readonly StepResult[],
  ): Ending | undefined {
    const toolCalls = calls.map(({ id, call }) => ({
      id,
      name: wireName(call.name),
      arguments: call.arguments,
    }));
    this.#append({ role: "assistant", content: text, toolCalls });
    let ending: Ending | undefined;
    for (const result of results) {
      const verdict = this.#guard.note({
        tool: result.call.name,
        key: keyOf(result.call),
        result: result.text,
        isError: result.state === "failed",
        isChange: result.isChange,
      });
      this.#isUnapproved ||= result.isUnapproved;
      const note = verdict.kind === "note" ? `\n\n${verdict.text}` : "";
      const content = result.text.slice(0, maxResult) + note;
      const isError = result.state !== "done";
      this.#append({ role: "tool", callId: result.id, content, ...(isError && { isError }) });
      if (verdict.kind === "pause") {
        ending = { outcome: "failed", reason: `The run goes in circles: ${verdict.text}` };
      }
    }
    return ending;
  }

  #append(...messages: readonly ChatRequestMessage[]): void {
    this.#messages = [...this.#messages, ...messages];
  }

  #newCallId(): string {
    return `call_${this.#deps.newId().replaceAll("-", "")}`.slice(0, 64);
  }

  #end(ending: Ending): RunEnd {
    const { ledger } = this.#deps;
    return { type: "end", ...ending, steps: this.#steps, cost: this.#cost, files: ledger.changed };
  }
}

/** A call's arguments, without `purpose`, which only explains. */
function keyOf({ arguments: args }: ToolCall): string {
  return JSON.stringify(Object.entries(args).filter(([name]) => name !== "purpose"));
}

import { scanOutbound } from "../../dlp/scanOutbound.ts";
import type { ToolCall } from "../../hub/wire/chatTypes.ts";
import { orAborted } from "../../shared/base/waiting.ts";
import type { ToolCallPart } from "../../shared/conversation/conversation.ts";
import type {
  PreparedCall,
  Tool,
  ToolOutcome,
  WriteProposal,
} from "../../shared/conversation/tool.ts";
import { boundedResult, maxResultLength } from "../../shared/text/boundedResult.ts";
import type { ToolEvent } from "../toolEvents.ts";
import { unknownToolResult, unreadableResult } from "../toolMessages.ts";
import { EventQueue } from "./eventQueue.ts";
import type { ApprovalDecision } from "./pendingDecisions.ts";

const reach = 1024;

/** Drops a value that the cut would split: its part would not be recognised, and most of a CPF reveals the rest. */
function withoutCutValue(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const from = Math.max(0, length - reach);
  const at = length - from;
  const cut = scanOutbound(text.slice(from, length + reach)).find(
    ({ start, end }) => start < at && end > at,
  );
  return cut ? text.slice(0, from + cut.start) : text;
}

export interface CallRunnerDeps {
  readonly tools: readonly Tool[];
  /** Nothing is sent unless the promise resolves to `approved`. */
  readonly approve: (
    callId: string,
    proposal: WriteProposal,
    signal: AbortSignal,
  ) => Promise<ApprovalDecision>;
  readonly scan: (text: string) => string | Promise<string>;
}

/** A call under our own id, because a model's ids may be empty or repeated. */
export interface StepCall {
  readonly id: string;
  readonly step: number;
  readonly call: ToolCall;
  readonly refusal?: string | undefined;
}

export interface CallResult {
  readonly id: string;
  readonly isError: boolean;
  readonly text: string;
}

const maxReadsAtOnce = 4;
const maxCalls = 32;
const maxArgumentsLength = 100_000;
const maxRepeats = 3;

/** Reads in parallel, then writes one by one after approval. */
export class CallRunner {
  readonly #deps: CallRunnerDeps;
  readonly #repeats = new Map<string, number>();

  constructor(deps: CallRunnerDeps) {
    this.#deps = deps;
  }

  /** Results in the order of the calls. */
  async *run(
    calls: readonly StepCall[],
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, readonly CallResult[]> {
    for (const call of calls) {
      yield this.#started(call);
    }
    const queue = new EventQueue<ToolEvent>();
    const results = new Map<string, CallResult>();
    const runOne = async (call: StepCall, index: number): Promise<void> => {
      const outcome = await this.#outcomeOf(
        { ...call, refusal: this.#refusalOf(call, index) },
        {
          signal,
          queue,
        },
      );
      const text = await boundedResult(outcome.text, async (whole) =>
        withoutCutValue(await this.#deps.scan(whole), maxResultLength),
      );
      queue.push({ kind: "toolCallMoved", callId: call.id, state: outcome.state, result: text });
      results.set(call.id, { id: call.id, isError: outcome.state !== "done", text });
    };
    const work = this.#runAll(calls, runOne).finally(() => queue.end());
    // Awaited below, unless the reader stops earlier.
    work.catch(() => undefined);
    yield* queue.drain();
    await work;
    return calls.flatMap(({ id }) => results.get(id) ?? []);
  }

  async #runAll(
    calls: readonly StepCall[],
    runOne: (call: StepCall, index: number) => Promise<void>,
  ): Promise<void> {
    const indexed = calls.map((call, index) => ({ call, index }));
    const reads = indexed.filter(({ call }) => !this.#isWrite(call));
    const takeReads = async (): Promise<void> => {
      for (let next = reads.shift(); next; next = reads.shift()) {
        await runOne(next.call, next.index);
      }
    };
    await Promise.all(Array.from({ length: maxReadsAtOnce }, takeReads));
    for (const { call, index } of indexed.filter((entry) => this.#isWrite(entry.call))) {
      await runOne(call, index);
    }
  }

  #started({ id, step, call }: StepCall): ToolEvent {
    const isWrite = this.#tool(call.name)?.isWrite === true;
    const json = call.unreadable ?? JSON.stringify(call.arguments);
    const part: ToolCallPart = {
      kind: "toolCall",
      callId: id,
      step,
      name: call.name.slice(0, 200),
      arguments: json.length > maxArgumentsLength ? json.slice(0, maxArgumentsLength) : json,
      state: isWrite ? "waiting" : "running",
    };
    return { kind: "toolCallStarted", part, isWrite };
  }

  async #outcomeOf(
    { id, call, refusal }: StepCall,
    { signal, queue }: { readonly signal: AbortSignal; readonly queue: EventQueue<ToolEvent> },
  ): Promise<ToolOutcome> {
    const tool = this.#tool(call.name);
    if (refusal !== undefined) {
      return { state: "refused", text: refusal };
    }
    if (!tool) {
      const names = this.#deps.tools.map(({ definition }) => definition.name);
      return { state: "failed", text: unknownToolResult(call, names) };
    }
    const unreadable = unreadableResult(call);
    if (unreadable !== undefined) {
      return { state: "failed", text: unreadable };
    }
    try {
      const prepared = await orAborted(tool.prepare(call.arguments, signal), signal);
      return await this.#finish(id, prepared, { signal, queue });
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      // An exception is our bug; the model must not see its text.
      return { state: "failed", text: "The tool failed." };
    }
  }

  async #finish(
    callId: string,
    prepared: PreparedCall,
    { signal, queue }: { readonly signal: AbortSignal; readonly queue: EventQueue<ToolEvent> },
  ): Promise<ToolOutcome> {
    if (prepared.kind === "refused") {
      return prepared;
    }
    if (prepared.kind === "read") {
      return await orAborted(prepared.run(signal), signal);
    }
    const decision = await this.#deps.approve(callId, prepared.proposal, signal);
    if (signal.aborted) {
      throw new Error("The answer was stopped");
    }
    if (decision !== "approved") {
      return { state: "refused", text: refusals[decision] };
    }
    queue.push({ kind: "toolCallMoved", callId, state: "running" });
    return await runWrite(prepared, signal);
  }

  #refusalOf({ call, refusal }: StepCall, index: number): string | undefined {
    const key = JSON.stringify([call.name, call.unreadable ?? call.arguments]);
    const repeats = (this.#repeats.get(key) ?? 0) + 1;
    this.#repeats.set(key, repeats);
    if (refusal !== undefined) {
      return refusal;
    }
    if (key.length > maxArgumentsLength) {
      return "Not done: the arguments are too long.";
    }
    if (index >= maxCalls) {
      return `Not done: at most ${maxCalls} calls at once.`;
    }
    return repeats > maxRepeats
      ? "Not done: this answer asked for exactly the same before. Use the earlier result."
      : undefined;
  }

  #tool(name: string): Tool | undefined {
    return this.#deps.tools.find(({ definition }) => definition.name === name);
  }

  #isWrite({ call }: StepCall): boolean {
    return this.#tool(call.name)?.isWrite === true;
  }
}

const refusals: Readonly<Record<Exclude<ApprovalDecision, "approved">, string>> = {
  rejected: "The person rejected it. Nothing was changed. Do not propose it again unless asked.",
  expired: "Nobody approved it in time. Nothing was changed.",
  withdrawn: "All writes were stopped. Nothing was changed.",
};

/** If it throws after approval, the write may have been sent. */
async function runWrite(
  prepared: Extract<PreparedCall, { kind: "write" }>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const work = prepared.run(signal).catch((): ToolOutcome => ({
    state: "unknown",
    text: "It failed in a way that does not say whether it took effect. Check before proposing it again.",
  }));
  return await orAborted(work, signal);
}

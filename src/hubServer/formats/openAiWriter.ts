import type { TokenUsage } from "../store/records.ts";
import {
  type AnswerEvent,
  type BlockHead,
  type FinishReason,
  noUsage,
  type StreamError,
} from "./answerEvent.ts";
import type { AnswerHead, AnswerWriter } from "./answerWriter.ts";

type Delta = Readonly<Record<string, unknown>>;

type Finish = AnswerEvent & { readonly kind: "finish" };

/** Writes a stream of chat completion chunks. */
export class OpenAiWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #wantsUsage: boolean;
  readonly #choices: number;
  /** By block index: builds a delta from a piece of text. */
  readonly #blocks = new Map<number, (text: string) => Delta>();
  /** Indexes of the calls whose arguments have not come. */
  readonly #emptyCalls = new Set<number>();
  #calls = 0;
  #isStarted = false;
  #isFinished = false;
  #usage: TokenUsage = noUsage;

  /** `choices`: how many answers end together. Everything else is written to the first choice. */
  constructor(head: AnswerHead, wantsUsage: boolean, choices = 1) {
    this.#head = head;
    this.#wantsUsage = wantsUsage;
    this.#choices = choices;
  }

  write(event: AnswerEvent): string {
    if (event.kind === "usage") {
      this.#usage = event.usage;
      return "";
    }
    if (this.#isFinished) {
      return "";
    }
    switch (event.kind) {
      case "start":
        return this.#start();
      case "blockStart":
        return this.#start() + this.#begin(event);
      case "delta":
        return this.#add(event.index, event.text);
      case "signature":
        return this.#chunk(
          detail({ type: "reasoning.text", signature: event.signature }, event.index),
        );
      case "blockEnd":
        return "";
      case "finish":
        this.#isFinished = true;
        return this.#start() + this.#emptyArguments(event.reason) + this.#end(event);
      case "ping":
        return ": ping\n\n";
      default:
        return openAiStreamError(event.error);
    }
  }

  end(): string {
    if (!this.#isFinished) {
      return "";
    }
    const usage = { ...chunkOf(this.#head, []), usage: openAiUsageOf(this.#usage) };
    return (this.#wantsUsage ? dataEvent(usage) : "") + "data: [DONE]\n\n";
  }

  #start(): string {
    if (this.#isStarted) {
      return "";
    }
    this.#isStarted = true;
    return this.#chunk({ role: "assistant", content: "" });
  }

  #begin({ index, block }: AnswerEvent & { kind: "blockStart" }): string {
    switch (block.kind) {
      case "text":
        this.#blocks.set(index, (content) => ({ content }));
        return "";
      case "refusal":
        this.#blocks.set(index, (refusal) => ({ refusal }));
        return "";
      case "thinking":
        this.#blocks.set(index, (text) => ({ reasoning_content: text }));
        return "";
      case "redactedThinking":
        return this.#chunk(detail({ type: "reasoning.encrypted", data: block.data }, index));
      default:
        return this.#beginCall(index, block);
    }
  }

  #add(index: number, text: string): string {
    if (text !== "") {
      this.#emptyCalls.delete(index);
    }
    return this.#chunk(this.#blocks.get(index)?.(text));
  }

  /**
   * Clients parse the arguments of a call as JSON, also of a call that has none. Only an answer that ended with its
   * calls shows that none was cut.
   */
  #emptyArguments(reason: FinishReason): string {
    const calls = reason === "toolCalls" ? [...this.#emptyCalls] : [];
    return calls.map((index) => this.#add(index, "{}")).join("");
  }

  #beginCall(index: number, { id, name }: BlockHead & { kind: "toolCall" }): string {
    const call = this.#calls;
    this.#calls += 1;
    this.#emptyCalls.add(index);
    if (this.#head.hasOlderCalls === true) {
      return call > 0 ? "" : this.#beginOlderCall(index, name);
    }
    const callDelta = (fields: object): Delta => ({ tool_calls: [{ index: call, ...fields }] });
    this.#blocks.set(index, (json) => callDelta({ function: { arguments: json } }));
    return this.#chunk(callDelta({ id, type: "function", function: { name, arguments: "" } }));
  }

  #beginOlderCall(index: number, name: string): string {
    this.#blocks.set(index, (json) => ({ function_call: { arguments: json } }));
    return this.#chunk({ function_call: { name, arguments: "" } });
  }

  #chunk(delta: Delta | undefined): string {
    return delta ? dataEvent(chunkOf(this.#head, [choiceOf(0, delta, null)])) : "";
  }

  #end(finish: Finish): string {
    const ends = Array.from({ length: this.#choices }, (_, index) => ({
      ...choiceOf(index, {}, openAiFinishReason(finish.reason, this.#head)),
      ...nativeOf(finish),
    }));
    return dataEvent(chunkOf(this.#head, ends));
  }
}

function chunkOf({ id, created, model }: AnswerHead, choices: readonly object[]): object {
  return { id, object: "chat.completion.chunk", created, model, choices };
}

function choiceOf(index: number, delta: Delta, finishReason: string | null): object {
  return { index, delta, logprobs: null, finish_reason: finishReason };
}

/** A whole answer in OpenAI's format. */
export function openAiAnswer(head: AnswerHead, events: readonly AnswerEvent[]): object {
  const { id, created, model } = head;
  const { blocks, finish, usage } = collect(events);
  const textOf = (kind: string): string =>
    blocks
      .filter((block) => block.kind === kind)
      .map(({ text }) => text)
      .join("");
  const [content, refusal, reasoning] = ["text", "refusal", "thinking"].map(textOf);
  const calls = blocks.flatMap((block) => (block.call ? [callJson(block.call, block.text)] : []));
  const details = blocks.flatMap((block) => (block.detail ? [block.detail] : []));
  const message = {
    role: "assistant",
    content: content === "" && (calls.length > 0 || refusal !== "") ? null : content,
    refusal: refusal === "" ? null : refusal,
    ...(reasoning !== "" && { reasoning_content: reasoning }),
    ...(details.some(isPrecious) && { reasoning_details: details }),
    ...callFields(calls, head),
  };
  return {
    id,
    object: "chat.completion",
    created,
    model,
    choices: [
      {
        index: 0,
        message,
        logprobs: null,
        finish_reason: openAiFinishReason(finish.reason, head),
        ...nativeOf(finish),
      },
    ],
    usage: openAiUsageOf(usage),
  };
}

interface Collected {
  readonly kind: string;
  text: string;
  readonly call?: { readonly id: string; readonly name: string };
  detail?: Record<string, unknown>;
}

function collect(events: readonly AnswerEvent[]): {
  readonly blocks: readonly Collected[];
  readonly finish: Finish;
  readonly usage: TokenUsage;
} {
  const blocks = new Map<number, Collected>();
  let finish: Finish = { kind: "finish", reason: "stop" };
  let usage = noUsage;
  for (const event of events) {
    if (event.kind === "blockStart") {
      blocks.set(event.index, collectedOf(event));
    } else if (event.kind === "delta") {
      addText(blocks.get(event.index), event.text);
    } else if (event.kind === "signature") {
      Object.assign(blocks.get(event.index)?.detail ?? {}, { signature: event.signature });
    } else if (event.kind === "finish") {
      finish = event;
    } else if (event.kind === "usage") {
      ({ usage } = event);
    }
  }
  return { blocks: [...blocks.values()], finish, usage };
}

function collectedOf({ index, block }: AnswerEvent & { kind: "blockStart" }): Collected {
  const { kind } = block;
  switch (kind) {
    case "toolCall":
      return { kind, text: "", call: block };
    case "thinking":
      return { kind, text: "", detail: { type: "reasoning.text", text: "", index } };
    case "redactedThinking":
      return { kind, text: "", detail: { type: "reasoning.encrypted", data: block.data, index } };
    default:
      return { kind, text: "" };
  }
}

function addText(block: Collected | undefined, text: string): void {
  if (block) {
    block.text += text;
    if (block.kind === "thinking") {
      Object.assign(block.detail ?? {}, { text: block.text });
    }
  }
}

/** Whether the client must send this thought back unchanged: it is signed or encrypted. */
function isPrecious(entry: Readonly<Record<string, unknown>>): boolean {
  return entry["signature"] !== undefined || entry["data"] !== undefined;
}

interface CallJson {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

function callFields(calls: readonly CallJson[], { hasOlderCalls }: AnswerHead): object {
  const [first] = calls;
  if (!first) {
    return {};
  }
  return hasOlderCalls === true ? { function_call: first.function } : { tool_calls: calls };
}

function callJson(
  { id, name }: { readonly id: string; readonly name: string },
  json: string,
): CallJson {
  return { id, type: "function", function: { name, arguments: json === "" ? "{}" : json } };
}

function detail(entry: object, index: number): Delta {
  return { reasoning_details: [{ ...entry, index }] };
}

/** OpenAI clients know four reasons; others go into `native_finish_reason`, as at OpenRouter. */
function nativeOf({ reason, native }: Finish): Delta {
  const word = native ?? (reason === "pause" ? "pause_turn" : undefined);
  return word === undefined ? {} : { native_finish_reason: word };
}

/** A pause becomes `length`, for which clients offer to continue the answer. */
function openAiFinishReason(reason: FinishReason, { hasOlderCalls }: AnswerHead): string {
  switch (reason) {
    case "length":
    case "pause":
      return "length";
    case "toolCalls":
      return hasOlderCalls === true ? "function_call" : "tool_calls";
    case "refusal":
      return "content_filter";
    default:
      return "stop";
  }
}

function openAiUsageOf(usage: TokenUsage): object {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedTokens + cacheWriteTokens > 0 && {
      prompt_tokens_details: {
        cached_tokens: cachedTokens,
        ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
      },
    }),
  };
}

export function openAiStreamError({ message, status }: StreamError): string {
  return dataEvent({ error: { message, type: "api_error", param: null, code: String(status) } });
}

function dataEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

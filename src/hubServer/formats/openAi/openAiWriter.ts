import type { TokenUsage } from "../../store/records.ts";
import {
  type AnswerEvent,
  type BlockHead,
  type FinishReason,
  noUsage,
  type StreamError,
} from "../base/answerEvent.ts";
import type { AnswerHead, AnswerWriter } from "../base/answerWriter.ts";
import { type Finish, nativeOf, openAiFinishReason, openAiUsageOf } from "./openAiEnding.ts";

type Delta = Readonly<Record<string, unknown>>;

export class OpenAiWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #wantsUsage: boolean;
  readonly #choices: number;
  readonly #blocks = new Map<number, (text: string) => Delta>();
  readonly #emptyCalls = new Set<number>();
  #calls = 0;
  #isStarted = false;
  #isFinished = false;
  #usage: TokenUsage = noUsage;

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
   * The arguments of a call without any, because clients parse them anyway. Only the reason `toolCalls` proves that
   * nothing was cut.
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
      ...choiceOf(index, {}, openAiFinishReason(finish, this.#head)),
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

function detail(entry: object, index: number): Delta {
  return { reasoning_details: [{ ...entry, index }] };
}

export function openAiStreamError({ message, status }: StreamError): string {
  return dataEvent({ error: { message, type: "api_error", param: null, code: String(status) } });
}

function dataEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

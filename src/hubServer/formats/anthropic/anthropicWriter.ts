import { anthropicErrorBody, anthropicErrorType } from "../../http/apiError.ts";
import type { TokenUsage } from "../../store/records.ts";
import {
  type AnswerEvent,
  type BlockHead,
  type FinishReason,
  noUsage,
  type StreamError,
} from "../base/answerEvent.ts";
import type { AnswerHead, AnswerWriter } from "../base/answerWriter.ts";
import { parseFields } from "../base/fields.ts";
import { BlockSequence } from "./blockSequence.ts";

type BlockKind = BlockHead["kind"];

export class AnthropicWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #sequence = new BlockSequence();
  #kind: BlockKind = "text";
  #isStarted = false;
  #finish: (AnswerEvent & { kind: "finish" }) | undefined;
  #usage: TokenUsage = noUsage;
  #characters = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  write(event: AnswerEvent): string {
    if (event.kind === "usage") {
      this.#usage = event.usage;
      return "";
    }
    return this.#finish
      ? ""
      : this.#sequence
          .add(event)
          .map((next) => this.#write(next))
          .join("");
  }

  end(): string {
    const usage = withEstimates(this.#usage, this.#head, this.#characters);
    return this.#finish ? messageDelta(this.#finish, usage) + messageStop() : "";
  }

  #write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        return this.#start();
      case "blockStart":
        this.#kind = event.block.kind;
        return (
          this.#start() +
          sse("content_block_start", { index: event.index, content_block: emptyBlock(event.block) })
        );
      case "delta":
        this.#characters += event.text.length;
        return blockDelta(event.index, deltaOf(this.#kind, event.text));
      case "signature":
        return blockDelta(event.index, { type: "signature_delta", signature: event.signature });
      case "blockEnd":
        return blockStop(event.index);
      case "finish":
        this.#finish = event;
        return this.#start();
      case "ping":
        return sse("ping", {});
      case "error":
        return anthropicStreamError(event.error, this.#head.requestId);
      default:
        return "";
    }
  }

  #start(): string {
    if (this.#isStarted) {
      return "";
    }
    this.#isStarted = true;
    const usage = withEstimates(this.#usage, this.#head, 0);
    const message = messageOf(this.#head, { content: [], finish: undefined, usage });
    return sse("message_start", { message });
  }
}

export function anthropicAnswer(head: AnswerHead, events: readonly AnswerEvent[]): object {
  const content = new Map<number, { readonly block: BlockHead; text: string; signature: string }>();
  let finish: (AnswerEvent & { kind: "finish" }) | undefined;
  let usage = noUsage;
  for (const event of events) {
    const open = "index" in event ? content.get(event.index) : undefined;
    if (event.kind === "blockStart") {
      content.set(event.index, { block: event.block, text: "", signature: "" });
    } else if (event.kind === "delta" && open) {
      open.text += event.text;
    } else if (event.kind === "signature" && open) {
      open.signature = event.signature;
    } else if (event.kind === "finish") {
      finish = event;
    } else if (event.kind === "usage") {
      ({ usage } = event);
    }
  }
  const blocks = [...content.values()];
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  return messageOf(head, {
    content: blocks.map(({ block, text, signature }) => wholeBlock(block, text, signature)),
    finish: finish ?? { kind: "finish", reason: "stop" },
    usage: withEstimates(usage, head, characters),
  });
}

/** Adds estimated counts, because a client reads 0 as a real count. */
function withEstimates(
  usage: TokenUsage,
  { inputTokens }: Pick<AnswerHead, "inputTokens">,
  characters: number,
): TokenUsage {
  return {
    ...usage,
    inputTokens: usage.inputTokens > 0 ? usage.inputTokens : inputTokens,
    outputTokens: usage.outputTokens > 0 ? usage.outputTokens : Math.ceil(characters / 4),
  };
}

export function anthropicStreamError({ message, status }: StreamError, requestId: string): string {
  const error = { type: anthropicErrorType(status), message };
  return sse("error", anthropicErrorBody(error, requestId));
}

export function blockStop(index: number): string {
  return sse("content_block_stop", { index });
}

export function messageDelta(finish: AnswerEvent & { kind: "finish" }, usage: TokenUsage): string {
  return sse("message_delta", {
    delta: { ...stopOf(finish), stop_details: stopDetails(finish) },
    usage: usageOf(usage),
  });
}

export function messageStop(): string {
  return sse("message_stop", {});
}

function sse(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

/** The message's fields, without `citations: null`, which breaks clients that accept only a list or nothing. */
function messageOf(
  { id, model }: AnswerHead,
  state: {
    readonly content: readonly object[];
    readonly finish: (AnswerEvent & { kind: "finish" }) | undefined;
    readonly usage: TokenUsage;
  },
): object {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content: state.content,
    ...stopOf(state.finish),
    stop_details: stopDetails(state.finish),
    usage: usageOf(state.usage),
  };
}

function stopOf(finish: (AnswerEvent & { kind: "finish" }) | undefined): object {
  return {
    stop_reason: finish ? anthropicStopReason(finish) : null,
    stop_sequence: finish?.stopSequence ?? null,
    ...(finish?.native !== undefined && { native_finish_reason: finish.native }),
  };
}

function stopDetails(finish: (AnswerEvent & { kind: "finish" }) | undefined): object | null {
  return finish?.reason === "refusal"
    ? { type: "refusal", category: null, explanation: null }
    : null;
}

function usageOf(usage: TokenUsage): object {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens - cacheWriteTokens),
    output_tokens: outputTokens,
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
  };
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  stopSequence: "stop_sequence",
  length: "max_tokens",
  toolCalls: "tool_use",
  refusal: "refusal",
  pause: "pause_turn",
};

/** The reason for an answer's end. An unknown reason stays: `end_turn` would claim a complete answer. */
function anthropicStopReason({ reason, native }: AnswerEvent & { kind: "finish" }): string {
  return reason === "stop" && native !== undefined ? native : stopReasons[reason];
}

function emptyBlock(block: BlockHead): object {
  return wholeBlock(block, "", "");
}

/**
 * A whole block. Arguments with invalid JSON become text, because an empty input would run the tool with wrong
 * arguments.
 */
function wholeBlock(block: BlockHead, text: string, signature: string): object {
  switch (block.kind) {
    case "thinking":
      return { type: "thinking", thinking: text, signature };
    case "redactedThinking":
      return { type: "redacted_thinking", data: block.data };
    case "toolCall": {
      const input = text === "" ? {} : (parseFields(text) ?? { raw_arguments: text });
      const { id, name } = block;
      return { type: "tool_use", id, name, input, caller: { type: "direct" } };
    }
    default:
      return { type: "text", text };
  }
}

function blockDelta(index: number, delta: object): string {
  return sse("content_block_delta", { index, delta });
}

function deltaOf(kind: BlockKind, text: string): object {
  switch (kind) {
    case "thinking":
      return { type: "thinking_delta", thinking: text };
    case "toolCall":
      return { type: "input_json_delta", partial_json: text };
    default:
      return { type: "text_delta", text };
  }
}
